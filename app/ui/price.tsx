import { formatDollars } from '#contract/money.ts'

type Props = { original: number; current: number; className?: string }

/** What a laptop costs, and what it once cost struck out beside it. */
export function Price({ original, current, className = '' }: Props) {
  return (
    <p className={`figures flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className="font-display text-lg font-bold">
        <span className="sr-only">Price now </span>
        {formatDollars(current)}
      </span>
      <s className="text-sm text-muted">
        <span className="sr-only">Original price </span>
        {formatDollars(original)}
      </s>
    </p>
  )
}
