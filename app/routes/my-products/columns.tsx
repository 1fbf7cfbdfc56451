import { BOOST_DAYS } from '#contract/limits.ts'
import { formatDollars } from '#contract/money.ts'
import type { MyProduct } from '#contract/products.ts'
import { type Column, PICTURE_COLUMN } from '../../dashboard/data-table.tsx'
import { labelAmong } from '../../dashboard/laptop-labels.ts'
import { formatLocalDay } from '../../dashboard/local-dates.ts'
import { WhichLaptop } from '../../dashboard/which-laptop.tsx'
import { html } from '../../html.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { icon, TrashIcon } from '../../ui/icons.tsx'
import { CHANGES, type LaptopChange, labelLaptop } from './changes.ts'
import { TextAction } from './text-action.tsx'

/** A laptop, and the name by which its actions call it. */
export type Called = { laptop: MyProduct; called: string }
export type Ask = (change: LaptopChange, called: Called) => void
type AskPrice = (called: Called) => void

const PencilIcon = icon(html`<path d="m5 19 1-4.5L16.5 4 20 7.5 9.5 18 5 19ZM14 6.5l3.5 3.5"/>`)

const WHY_LOCKED = {
  paid: 'A buyer has paid for this laptop.',
  held: 'A buyer is paying for this laptop right now.',
}
const whyLocked = ({ locked }: MyProduct) => (locked ? WHY_LOCKED[locked] : undefined)

export function columns(rows: readonly MyProduct[], ask: Ask, askPrice: AskPrice): Column<MyProduct>[] {
  const labelOf = labelAmong(rows, ({ name }) => name, labelLaptop)
  const calledOf = (laptop: MyProduct): Called => ({ laptop, called: labelOf(laptop) })
  return [
    PICTURE_COLUMN,
    {
      label: 'Product',
      top: 'title',
      cell: (laptop) => (
        <div>
          <bdi className="row-name font-semibold wrap-anywhere sm:min-w-22">{laptop.name}</bdi>
          <span className="block text-xs text-muted">{laptop.brand.toUpperCase()}</span>
          <WhichLaptop laptop={laptop} />
          <details>
            <summary className="link w-fit cursor-pointer py-3.5 text-xs">
              Description<span className="sr-only"> of {labelOf(laptop)}</span>
            </summary>
            <p className="font-normal wrap-anywhere whitespace-pre-line text-muted">{laptop.description}</p>
          </details>
        </div>
      ),
    },
    {
      label: 'Price',
      align: 'right',
      cell: (laptop) => <Price {...calledOf(laptop)} askPrice={askPrice} />,
    },
    { label: 'Status', align: 'right', cell: (laptop) => <Status {...calledOf(laptop)} ask={ask} /> },
    {
      label: 'Advertised',
      align: 'right',
      cell: (laptop) => <Advertised {...calledOf(laptop)} ask={ask} />,
    },
    {
      label: 'Delete',
      top: 'action',
      align: 'right',
      cell: (laptop) => (
        <IconAction
          icon={TrashIcon.markup()}
          label={`Delete ${labelOf(laptop)}`}
          why={whyLocked(laptop)}
          onAct={() => ask(CHANGES.delete, calledOf(laptop))}
        />
      ),
    },
  ]
}

function Price({ laptop, called, askPrice }: Called & { askPrice: AskPrice }) {
  const sold = laptop.status === 'sold' ? 'A sold laptop keeps its price.' : undefined
  return (
    <span className="inline-flex items-center gap-2">
      <span>{formatDollars(laptop.currentPrice)}</span>
      <IconAction
        icon={PencilIcon.markup()}
        label={`Change price of ${called}`}
        why={whyLocked(laptop) ?? sold}
        onAct={() => askPrice({ laptop, called })}
      />
    </span>
  )
}

/** The status, on the button that changes it. */
function Status({ laptop, called, ask }: Called & { ask: Ask }) {
  const sold = laptop.status === 'sold'
  const text = sold ? 'Sold' : 'Available'
  const change = sold ? CHANGES.available : CHANGES.sold
  return (
    <TextAction
      text={text}
      label={`${text}: ${called}. ${change.action}`}
      tip={change.action}
      why={whyLocked(laptop)}
      onAct={() => ask(change, { laptop, called })}
    />
  )
}

/** A boost keeps running while its laptop is sold, and counts again if it is put back on sale. */
function Advertised({ laptop, called, ask }: Called & { ask: Ask }) {
  const sold = laptop.status === 'sold'
  if (laptop.adsUntil) {
    return (
      <span className="inline-grid justify-items-end gap-1">
        <span className={`chip ${sold ? 'bg-base-200' : 'bg-trust-soft text-trust'}`}>Boosted</span>
        <span className="text-xs text-muted">
          {sold ? (
            'not while sold'
          ) : (
            <span>
              until <span className="whitespace-nowrap">{formatLocalDay(laptop.adsUntil)}</span>
            </span>
          )}
        </span>
      </span>
    )
  }
  return (
    <TextAction
      text="Boost"
      label={`Boost ${called}`}
      tip={`Advertise it for ${BOOST_DAYS} days`}
      why={sold ? 'A sold laptop is not advertised.' : undefined}
      onAct={() => ask(CHANGES.boost, { laptop, called })}
    />
  )
}
