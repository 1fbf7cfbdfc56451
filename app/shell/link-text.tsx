import { REPORTED_ITEMS } from './dashboard-links.ts'
import { useOpenReports } from './open-reports.ts'

/** What a link to a page of the dashboard says; where it leads to the reports, with how many are open. */
export function LinkText({ to, label }: { to: string; label: string }) {
  return (
    <>
      <span>{label}</span>
      {to === REPORTED_ITEMS && <ReportBadge />}
    </>
  )
}

/** The true number of open reports; nothing where there are none. */
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
