import { whichLaptop } from '#contract/which-laptop.ts'
import { formatLocalDay } from './local-dates.ts'

type Props = {
  laptop: { condition: string; purchaseYear: string; publishedDate: string }
  className?: string
}

/** Broken across lines only if it is longer than one. */
const inOneLine = (words: string) => words.replaceAll(' ', '\u00a0')

/**
 * What tells a laptop from others of its name, in the small print of its row; years and day do not break across lines.
 */
export function WhichLaptop({ laptop: { condition, purchaseYear, publishedDate }, className = '' }: Props) {
  const years = inOneLine(purchaseYear)
  return (
    <span className={`block text-xs wrap-anywhere text-balance text-muted ${className}`}>
      {whichLaptop({ condition, purchaseYear: years }, inOneLine(formatLocalDay(publishedDate)))}
    </span>
  )
}
