/** For visitors without JavaScript: says that the form beside this needs it. */
export function NeedsScript({ what = 'This form needs' }: { what?: string }) {
  return (
    <noscript>
      <p className="note note-caution mb-4">
        {`${what} JavaScript. Please switch it on in your browser, then load the page again.`}
      </p>
    </noscript>
  )
}
