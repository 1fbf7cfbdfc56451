import { formatMediumDate } from '#contract/dates.ts'
import { PRODUCT_PREVIEW, preview } from '#contract/previews.ts'
import type { Product } from '#contract/products.ts'
import { ConditionChip } from './condition-chip.tsx'
import { BagIcon, ClockIcon, PinIcon } from './icons.tsx'
import { LaptopPicture } from './laptop-picture.tsx'
import { OrderButton } from './order-button.tsx'
import { Price } from './price.tsx'
import { ReportButton } from './report-button.tsx'
import { VerifiedBadge } from './verified-badge.tsx'
import { WishlistButton } from './wishlist-button.tsx'

type Props = {
  product: Product
  /** Whether it stands in the first row, whose pictures do not wait. */
  first?: boolean
  onOrder: (product: Product) => void
}

const SIZES = '(min-width: 1024px) 400px, (min-width: 640px) 46vw, 92vw'

/** A laptop as a laptop is built: the picture is the lid, the facts are the base, a hinge between them. */
export function LaptopCard({ product, first = false, onOrder }: Props) {
  const { name, brand, sellerName, sellerVerified, publishedDate, location, purchaseYear } = product
  return (
    <article className="flex h-full flex-col">
      <div className="lid">
        <LaptopPicture
          image={product.image}
          color={product.imageColor}
          alt={`${name}, as its seller shows it`}
          sizes={SIZES}
          first={first}
        />
      </div>
      <div className="hinge" />
      <div className="base flex grow flex-col gap-3 p-5 pt-4">
        <div className="flex items-center justify-between gap-2 text-xs text-muted">
          <span className="font-semibold tracking-wide">{brand.toUpperCase()}</span>
          <div className="flex items-center gap-2">
            <time dateTime={publishedDate}>{formatMediumDate(publishedDate)}</time>
            <ReportButton product={product} />
          </div>
        </div>
        <h2 className="text-lg">{name}</h2>
        <Price original={product.originalPrice} current={product.currentPrice} />
        <div className="grid gap-2 text-sm text-muted">
          <p className="flex items-center gap-4">
            <ConditionChip condition={product.condition} />
            <span className="inline-flex min-w-0 items-center gap-1">
              <ClockIcon className="size-4 shrink-0" />
              <span className="sr-only">Years used: </span>
              <span className="truncate">{purchaseYear}</span>
            </span>
          </p>
          <p className="flex min-w-0 items-center gap-1">
            <PinIcon className="size-4 shrink-0" />
            <span className="sr-only">Location: </span>
            <span className="truncate" title={location}>
              {location}
            </span>
          </p>
        </div>
        <p className="text-sm wrap-anywhere text-muted">{preview(product.description, PRODUCT_PREVIEW)}</p>
        <div className="mt-auto flex items-center gap-2 border-t border-line pt-4">
          <p className="mr-auto min-w-0 text-sm">
            <span className="block truncate font-medium">{sellerName}</span>
            {sellerVerified && <VerifiedBadge />}
          </p>
          <WishlistButton product={product} />
          <OrderButton product={product} onOrder={onOrder}>
            <BagIcon />
          </OrderButton>
        </div>
      </div>
    </article>
  )
}
