import { REPORTED_ITEMS } from './dashboard-links.ts'
import { useOpenReports } from './open-reports.ts'

/** The text of a link to a page of the dashboard, with the number of open reports if it leads to these. */
export function LinkText({ to, label }: { to: string; label: string }) {
  return (
    <>
      <span>{label}</span>
      {to === REPORTED_ITEMS && <ReportBadge />}
    </>
  )
}

/** The number of open reports; nothing if there are none. */
function ReportBadge() {
  const count = useOpenReports()
  if (!count) return null
  return (
    <span className="chip figures ml-2 bg-signal text-on-signal">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{count === 1 ? '1 open report' : `${count} open reports`}</span>
    </span>
  )
}
