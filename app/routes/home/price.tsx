import { formatDollars } from '#contract/money.ts'

type Props = { original: number; current: number }

/** What a laptop costs, and what it once cost struck out beside it. */
export function Price({ original, current }: Props) {
  return (
    <p className="price">
      <b>
        <span className="sr-only">Price now </span>
        {formatDollars(current)}
      </b>
      <s>
        <span className="sr-only">Original price </span>
        {formatDollars(original)}
      </s>
    </p>
  )
}
