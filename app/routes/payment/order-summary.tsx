import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import { LaptopPicture } from '../../ui/laptop-picture.tsx'

/** What is being paid for: the laptop, the amount, the seller, where they meet and the number that the seller will see. */
export function OrderSummary({ order }: { order: Booking }) {
  const { image, imageColor, productName, price, sellerName, location, phone } = order
  return (
    <div className="mt-6">
      <div className="lid flex items-center gap-5 p-4">
        <LaptopPicture
          image={image}
          color={imageColor}
          sizes="160px"
          className="max-w-32 rounded-lg sm:max-w-40"
          first
        />
        <p className="figures min-w-0">
          <bdi className="block font-semibold wrap-anywhere">{productName}</bdi>
          <span className="block font-display text-xl font-bold">{formatDollars(price)}</span>
        </p>
      </div>
      <div className="hinge" />
      <dl className="base grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 p-4 text-sm">
        <dt className="text-muted">Seller</dt>
        <dd className="wrap-anywhere" dir="auto">
          {sellerName ?? 'No longer here'}
        </dd>
        <dt className="text-muted">Meeting place</dt>
        <dd className="wrap-anywhere" dir="auto">
          {location}
        </dd>
        <dt className="text-muted">Your phone</dt>
        <dd className="figures wrap-anywhere">{phone}</dd>
      </dl>
    </div>
  )
}
