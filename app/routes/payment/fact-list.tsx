import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import { SellerName } from '../../orders/seller-name.tsx'

export type Fact = [name: string, value: ReactNode]

const DESCRIPTION = 'Description'

/** The facts of an order, as the base below a hinge. On phones the long description has the whole width. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="base figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 p-5 text-sm sm:gap-x-8">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt
            className={`text-muted max-[20rem]:-mb-3 ${name === DESCRIPTION ? 'max-sm:col-span-full max-sm:-mb-3' : ''}`}
          >
            {name}
          </dt>
          <dd
            className={`font-medium wrap-anywhere ${name === DESCRIPTION ? 'max-sm:col-span-full' : ''}`}
            dir="auto"
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function sellerFact({ sellerName, sellerVerified }: Booking): Fact {
  if (sellerName === null) return ['Seller', 'No longer here']
  return ['Seller', <SellerName key="seller" name={sellerName} verified={sellerVerified} />]
}

/** The seller's whole description of the laptop, to compare it with the one at the meeting. */
export function describedFacts({ condition, purchaseYear, originalPrice, description }: Booking): Fact[] {
  return [
    ['Condition', condition],
    ['Years used', purchaseYear],
    ['Original price', formatDollars(originalPrice)],
    [
      DESCRIPTION,
      <span key="description" className="font-normal whitespace-pre-line">
        {description}
      </span>,
    ],
  ]
}
