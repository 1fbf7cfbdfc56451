/** For visitors without JavaScript: the form beside this cannot be sent without it. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="mb-4 rounded-xl bg-caution-soft px-4 py-3 text-sm font-medium text-caution">
        This form needs JavaScript. Please switch it on in your browser, then load the page again.
      </p>
    </noscript>
  )
}
