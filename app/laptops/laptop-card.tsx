import type { Product } from '#contract/products.ts'
import { laptopFacts, laptopLid } from '../ui/laptop-facts.ts'
import { OrderButton } from './order-button.tsx'
import { ReportButton } from './report-button.tsx'
import { WishlistButton } from './wishlist-button.tsx'

type Props = {
  product: Product
  /** Whether it is above the fold, also on a phone: then its picture is not loaded lazily. */
  first: boolean
  /** Whether it is on the visitor's wishlist. */
  wished: boolean
  onOrder: (product: Product) => void
}

/** A laptop as a laptop is built: the picture is the lid, the facts are the base, a hinge between them. */
export function LaptopCard({ product, first, wished, onOrder }: Props) {
  return (
    <article className="card">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup that escapes what it is given */}
      <div className="lid laptop-lid" dangerouslySetInnerHTML={laptopLid(product, { first })} />
      <div className="hinge" />
      {/* Labelled by its heading, so that screen-reader users who go from button to button hear which laptop it is. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div className="base card-base" role="group" aria-labelledby={product._id}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup that escapes what it is given */}
        <div className="contents" dangerouslySetInnerHTML={laptopFacts(product)} />
        <ReportButton product={product} />
        <WishlistButton product={product} wished={wished} />
        <OrderButton product={product} onOrder={onOrder} />
      </div>
    </article>
  )
}
