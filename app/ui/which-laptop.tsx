import { sayDay } from './personal-dates.ts'

type Props = {
  laptop: { condition: string; purchaseYear: string; publishedDate: string }
  className?: string
}

/**
 * What tells a laptop from others of its name, in the small print of its row: in the words of whichLaptop(), and neither
 * the years nor the day is parted where there is room for it. A process of an older version, which answers while the shop
 * is upgraded, does not say it of an order.
 */
export function WhichLaptop({ laptop: { condition, purchaseYear, publishedDate }, className = '' }: Props) {
  if (!publishedDate) return null
  return (
    <span className={`block text-xs wrap-anywhere text-balance text-muted ${className}`}>
      {condition}, <bdi className="inline-block">{purchaseYear}</bdi> used, added{' '}
      <span className="inline-block">{sayDay(publishedDate)}</span>
    </span>
  )
}
