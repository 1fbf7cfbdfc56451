import { isolate } from '#contract/isolate.ts'
import type { Report } from '#contract/reports.ts'
import type { Column } from '../../dashboard/data-table.tsx'
import { labelAmong } from '../../dashboard/laptop-labels.ts'
import { formatLocalDay } from '../../dashboard/local-dates.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { LaptopPicture } from '../../ui/laptop-picture.tsx'
import type { Deciding } from './decision-dialog.tsx'
import { WhatIsOffered } from './what-is-offered.tsx'

const LAPTOP: Column<Report> = { label: 'Laptop', top: 'title', cell: (report) => <Laptop report={report} /> }

/** What an admin needs to decide, and the two decisions. */
export function openColumns(
  reports: readonly Report[],
  onDecide: (deciding: Deciding) => void,
): Column<Report>[] {
  const labelOf = labelAmong(reports, ({ productName }) => productName, labelReported)
  return [
    LAPTOP,
    {
      label: 'Reported by',
      cell: ({ reporterName, reporterEmail, reportedDate }) => (
        <span className="block sm:min-w-36">
          <Person name={reporterName} email={reporterEmail} />
          <span className="mt-1 block text-xs text-muted">
            <Day time={reportedDate} />
          </span>
        </span>
      ),
    },
    { label: 'Reason', isProse: true, cell: ({ reason }) => <Words>{reason}</Words> },
    {
      label: 'Action',
      align: 'right',
      cell: (report) => (
        <span className="inline-flex flex-wrap justify-end gap-2 @3xl:flex-nowrap">
          <button
            type="button"
            className="btn btn-danger btn-sm whitespace-nowrap"
            aria-label={`Take down ${labelOf(report)}`}
            onClick={() => onDecide({ report, called: labelOf(report), decision: 'taken-down' })}
          >
            Take down
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            aria-label={`Dismiss the report on ${labelOf(report)}`}
            onClick={() => onDecide({ report, called: labelOf(report), decision: 'dismissed' })}
          >
            Dismiss
          </button>
        </span>
      ),
    },
  ]
}

/** Tells apart several laptops of one name, and several reports of one laptop. */
const labelReported = ({ productName, sellerName, reporterName }: Report) =>
  `${isolate(productName)} of ${isolate(sellerName ?? NOBODY)}, reported by ${isolate(reporterName ?? NOBODY)}`

const NOBODY = 'a deleted account'

/** What was reported, what was decided, why, by whom and when. */
export const decidedColumns: Column<Report>[] = [
  LAPTOP,
  {
    label: 'Report',
    isProse: true,
    cell: ({ reporterName, reason }) => (
      <span className="block">
        <Words>{reason}</Words>
        <bdi className="block text-xs wrap-anywhere text-muted">{reporterName ?? 'A deleted account'}</bdi>
      </span>
    ),
  },
  {
    label: 'Decision',
    isProse: true,
    cell: ({ decision, decisionReason }) => (
      <span className="block">
        <span
          className={`chip mb-1 ${decision === 'taken-down' ? 'bg-danger-soft text-danger' : 'bg-base-200'}`}
        >
          {decision === 'taken-down' ? 'Taken down' : 'Dismissed'}
        </span>
        <Words>{decisionReason ?? ''}</Words>
      </span>
    ),
  },
  {
    label: 'Decided',
    cell: ({ decidedBy, decidedDate }) => (
      <span className="block">
        {decidedDate && <Day time={decidedDate} />}
        <bdi className="block text-xs wrap-anywhere text-muted">{decidedBy ?? 'A former admin'}</bdi>
      </span>
    ),
  },
]

function Laptop({ report }: { report: Report }) {
  const { image, imageColor, productName, sellerName, sellerEmail, onSale } = report
  return (
    // On phones, what is offered has the whole width: otherwise there would be an empty column below the picture.
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 max-[20rem]:grid-cols-1 sm:min-w-48 @2xl:min-w-56">
      <LaptopPicture
        image={image}
        color={imageColor}
        sizes="96px"
        className="max-w-16 min-w-16 self-start rounded-lg sm:row-span-2"
      />
      <div className="min-w-0">
        <bdi className="block font-semibold wrap-anywhere">{productName}</bdi>
        <Person name={sellerName} email={sellerEmail} />
        {!onSale && <span className="chip mt-1 bg-base-200">Not on sale</span>}
      </div>
      <div className="max-sm:col-span-full">
        <WhatIsOffered report={report} />
      </div>
    </div>
  )
}

function Person({ name, email }: { name: string | null; email: string | null }) {
  return (
    <span className="block min-w-0 wrap-anywhere">
      <bdi className="block">{name ?? 'A deleted account'}</bdi>
      {email && (
        <span className="block text-xs text-muted">
          <EmailText email={email} />
        </span>
      )}
    </span>
  )
}

const Words = ({ children }: { children: string }) => (
  <span className="block wrap-anywhere whitespace-pre-line sm:min-w-24">{children}</span>
)

const Day = ({ time }: { time: string }) => (
  <time dateTime={time} className="whitespace-nowrap">
    {formatLocalDay(time)}
  </time>
)
