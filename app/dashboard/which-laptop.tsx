import { whichLaptop } from '#contract/which-laptop.ts'
import { sayDay } from './personal-dates.ts'

type Props = {
  laptop: { condition: string; purchaseYear: string; publishedDate: string }
  className?: string
}

/** Parted at the end of a line only where it is longer than that. */
const inOneLine = (words: string) => words.replaceAll(' ', '\u00a0')

/**
 * What tells a laptop from others of its name, in the small print of its row; years and day are in one line each. A
 * process of an older version, which answers while the shop is upgraded, does not say it of an order.
 */
export function WhichLaptop({ laptop: { condition, purchaseYear, publishedDate }, className = '' }: Props) {
  if (!publishedDate) return null
  const years = inOneLine(purchaseYear)
  return (
    <span className={`block text-xs wrap-anywhere text-balance text-muted ${className}`}>
      {whichLaptop({ condition, purchaseYear: years }, inOneLine(sayDay(publishedDate)))}
    </span>
  )
}
