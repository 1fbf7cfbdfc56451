import { useOpenReports } from '../open-reports.ts'

/** The true number of open reports; nothing where there are none. */
export function ReportBadge() {
  const count = useOpenReports()
  if (!count) return null
  return (
    <span className="chip figures ml-2 bg-signal text-on-signal">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{count === 1 ? '1 open report' : `${count} open reports`}</span>
    </span>
  )
}
