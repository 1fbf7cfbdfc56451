import type { AuditAction, AuditEvent } from '#contract/audit.ts'
import { formatMoment } from '#contract/dates.ts'
import type { Column } from '../../dashboard/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { detailsOf } from './details-of.ts'
import { sayAction } from './say-action.ts'

/** Actions that may need an admin's attention. */
const ALARMING: readonly AuditAction[] = [
  'sign-in-failed',
  'denied',
  'limited',
  'payment-returned',
  'refund-failed',
  'payment-disputed',
]

export const columns: Column<AuditEvent>[] = [
  {
    label: 'What',
    top: 'title',
    cell: ({ action }) => (
      // It may wrap: the longest action beside the longest address is wider than a small tablet.
      <span
        className={`chip min-w-20 justify-center whitespace-normal ${ALARMING.includes(action) ? 'bg-danger-soft text-danger' : 'bg-base-200'}`}
      >
        {sayAction(action)}
      </span>
    ),
  },
  {
    label: 'When',
    cell: ({ date }) => (
      <time dateTime={date} className="sm:block sm:min-w-24">
        {formatMoment(date)}
      </time>
    ),
  },
  { label: 'Who', cell: (event) => <Actor event={event} /> },
  {
    label: 'Details',
    isProse: true,
    cell: (event) => (
      <dl className="grid gap-1 text-xs sm:min-w-40">
        {detailsOf(event).map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
]

function Actor({ event: { actorId, actorName, actorEmail } }: { event: AuditEvent }) {
  if (!actorId) return <span className="text-muted">Not signed in</span>
  return (
    <span className="block min-w-0 sm:min-w-32">
      <bdi className="block wrap-anywhere">{actorName ?? 'A deleted account'}</bdi>
      <span className="block text-xs text-muted">
        {actorEmail ? <EmailText email={actorEmail} /> : <span className="wrap-anywhere">{actorId}</span>}
      </span>
    </span>
  )
}
