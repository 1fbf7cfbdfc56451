import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import { LaptopPicture } from '../../ui/laptop-picture.tsx'
import { describedFacts, FactList, sellerFact } from './fact-list.tsx'

/**
 * What is being paid for: the laptop, the amount, the seller, the meeting place and the phone number that the seller
 * will see; and the seller's description.
 */
export function OrderSummary({ order }: { order: Booking }) {
  const { image, imageColor, productName, price, location, phone } = order
  return (
    <div className="mt-6">
      <div className="lid flex flex-wrap items-center gap-x-5 gap-y-3 p-4">
        <LaptopPicture
          image={image}
          color={imageColor}
          sizes="160px"
          className="max-w-32 rounded-lg sm:max-w-40"
          first
        />
        {/* Below the picture if there is no room beside it. */}
        <p className="figures min-w-min grow basis-24">
          <bdi className="block font-semibold wrap-anywhere">{productName}</bdi>
          <span className="block font-display text-xl font-bold">{formatDollars(price)}</span>
        </p>
      </div>
      <div className="hinge" />
      <FactList
        facts={[
          sellerFact(order),
          ['Meeting place', location],
          ['Your phone', phone],
          ...describedFacts(order),
        ]}
      />
    </div>
  )
}
