/** For visitors without JavaScript: says that the form beside this needs it. */
export function NeedsScript({ what = 'This form needs' }: { what?: string }) {
  return (
    <noscript>
      <p className="mb-4 rounded-xl bg-caution-soft px-4 py-3 text-sm font-medium text-caution">
        {`${what} JavaScript. Please switch it on in your browser, then load the page again.`}
      </p>
    </noscript>
  )
}
