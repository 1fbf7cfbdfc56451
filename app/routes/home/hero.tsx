import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { html } from '../../html.ts'
import { icon } from '../../ui/icons.tsx'
import { laptopLid, sayUsed, VERIFIED_SELLER } from '../../ui/laptop-facts.ts'

const ArrowIcon = icon(html`<path d="M5 12h14M13 6l6 6-6 6"/>`)

/** More than an eighth below the displayed width, as for the cards. */
const SIZES = '(min-width: 1024px) 420px, (min-width: 640px) 430px, 56vw'

/** The welcome, and a laptop of the catalogue drawn like one: lid with its bezel, hinge, base. */
export function Hero({ featured }: { featured: Product | undefined }) {
  return (
    <section className="column grid grid-cols-1 items-center gap-x-12 gap-y-10 pt-8 pb-16 sm:pt-12 lg:grid-cols-[1.05fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <h1 className="text-2xl">Welcome to a reselling laptop collection you can trust</h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">
          Second-hand laptops, honestly described, with a badge where we have checked the seller. Meet, look,
          then pay by card.
        </p>
        <p className="mt-8">
          <Link to="/advertisedProducts" className="btn btn-primary btn-lg gap-3 px-7">
            Get Started
            <ArrowIcon />
          </Link>
        </p>
      </div>
      {featured && <Featured product={featured} />}
    </section>
  )
}

function Featured({ product }: { product: Product }) {
  return (
    <figure className="group relative mx-auto w-full max-w-[36rem]">
      <div className="mx-[4%] rounded-t-2xl bg-bezel p-[2.2%] pb-[3%]">
        <div
          className="laptop-lid overflow-hidden rounded-lg"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that escapes what it is given
          dangerouslySetInnerHTML={laptopLid(product, { first: true, sizes: SIZES })}
        />
      </div>
      <div className="mx-[4%]">
        <div className="hinge" />
      </div>
      <figcaption className="rounded-t-sm rounded-b-3xl border border-line bg-raised px-6 pb-5">
        <span className="mx-auto mb-4 block h-2 w-24 rounded-b-lg bg-line" />
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
          <p className="wrap-anywhere">
            <span className="block text-xs font-semibold text-signal-text">Featured laptop</span>
            <Link
              to={`/brand/${product.brand}`}
              className="block font-display text-lg font-bold group-hover:text-signal-text after:absolute after:inset-0 after:rounded-2xl"
              dir="auto"
            >
              {product.name}
            </Link>
            <span className="block text-sm text-muted">
              {product.condition} · <bdi>{product.purchaseYear}</bdi>
              {sayUsed(product)} · <bdi>{product.location}</bdi>
            </span>
            {product.sellerVerified && (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own
              <span dangerouslySetInnerHTML={VERIFIED_SELLER} />
            )}
          </p>
          <p className="price">
            <span className="sr-only">Price now </span>
            <b>{formatDollars(product.currentPrice)}</b>
            <span className="sr-only">Original price </span>
            <s>{formatDollars(product.originalPrice)}</s>
          </p>
        </div>
      </figcaption>
    </figure>
  )
}
