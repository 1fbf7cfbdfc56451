import { formatDollars } from '#contract/money.ts'
import type { Report } from '#contract/reports.ts'

/** The seller's description of a reported laptop, which an admin needs to judge it; collapsed at first. */
export function WhatIsOffered({ report }: { report: Report }) {
  const { productName, description, currentPrice, condition, purchaseYear, location } = report
  const facts = [
    ['Price', formatDollars(currentPrice)],
    ['Condition', condition],
    ['Years used', purchaseYear],
    ['Location', location],
  ] as const
  return (
    <details className="text-sm">
      <summary className="link link-alone min-h-6 w-fit cursor-pointer">
        What is offered<span className="sr-only"> as {productName}</span>
      </summary>
      <dl className="figures mt-2 grid gap-1">
        {facts.map(([name, value]) => (
          <div key={name} className="wrap-anywhere">
            <dt className="inline text-muted">{name}</dt>{' '}
            <dd className="inline" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">{description}</p>
    </details>
  )
}
