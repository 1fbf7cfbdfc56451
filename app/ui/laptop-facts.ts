import { preload } from 'react-dom'
import { CONDITIONS, type Condition, VERIFIED } from '#contract/choices.ts'
import { formatMediumDate } from '#contract/dates.ts'
import { isolate } from '#contract/isolate.ts'
import { formatDollars } from '#contract/money.ts'
import { PRODUCT_PREVIEW, preview } from '#contract/previews.ts'
import type { Product } from '#contract/products.ts'
import { html, type Markup } from '../html.ts'
import { ClockIcon, PinIcon, ShieldIcon } from './icons.tsx'
import { widthOf, widthsOf } from './laptop-picture.tsx'

const COLOURS: Record<Condition, string> = {
  Excellent: 'bg-trust-soft text-trust',
  Good: 'bg-base-200 text-ink',
  Fair: 'bg-caution-soft text-caution',
}
/**
 * The width of a card's picture for the `sizes` attribute, an eighth less than the real one: if the browser then
 * enlarges a smaller copy, it is by so little that it does not look soft, and the next larger copy weighs more than
 * twice as much. Phones are told still less, and take the middle copy: at their pixel density nobody sees the
 * difference.
 */
const OF_CARD = '(min-width: 1280px) 325px, (min-width: 1024px) 26vw, (min-width: 640px) 38vw, 56vw'
const FIRST = html`fetchpriority="high"`
const LATER = html`loading="lazy" decoding="async"`
/** As high as a line, so that it is centred on the first one if there are several. */
const BESIDE_LINES = 'h-lh w-4'
const CLOCK = ClockIcon.markup(BESIDE_LINES)
const PIN = PinIcon.markup(BESIDE_LINES)
export const VERIFIED_SELLER = tipped(
  'verified',
  VERIFIED,
  'Verified Seller',
  html`${ShieldIcon.markup('size-4')}Verified Seller`,
)
/** Rendered once for all cards. */
const CHIPS: Record<Condition, Markup> = {
  Excellent: chip('Excellent'),
  Good: chip('Good'),
  Fair: chip('Fair'),
}

function chip(condition: Condition): Markup {
  return tipped(COLOURS[condition], CONDITIONS[condition], `Condition: ${condition}`, html`${condition}`)
}

/**
 * A word or two with a tooltip that explains them. The label is separate: otherwise the tooltip's text would be part of
 * it.
 */
function tipped(look: string, meaning: string, name: string, words: Markup): Markup {
  return html`<button type="button" class="chip ${look}" aria-label="${name}" aria-description="${meaning}"
        data-tip="${meaning}">${words}</button>`
}

/**
 * The picture on a lid, with its colour in its place until it is loaded. The colour is an SVG: the content security
 * policy forbids a style attribute. `first`: whether it is above the fold, so that the head preloads it; `sizes`: the
 * attribute.
 */
export function laptopLid(
  { name, image, imageColor }: Product,
  { first, sizes = OF_CARD }: { first: boolean; sizes?: string },
): Markup {
  const src = widthOf(image, 640)
  const srcset = widthsOf(image)
  // React does so for pictures that it renders itself.
  if (first) preload(src, { as: 'image', imageSrcSet: srcset, imageSizes: sizes, fetchPriority: 'high' })
  return html`<svg fill="${imageColor}" aria-hidden="true"><rect width="100%" height="100%"/></svg>
    <img src="${src}" srcset="${srcset}" sizes="${sizes}" width="640" height="480"
      alt="${isolate(name)}, as its seller shows it" ${first ? FIRST : LATER}>`
}

/** The word after the years; not after text that may be no duration, such as a calendar year. */
export const sayUsed = ({ purchaseMonths }: Product) => (purchaseMonths === null ? '' : ' used')

/** The facts on a card, below its picture: a list shows two dozen cards, and the facts never change there. */
export function laptopFacts(product: Product): Markup {
  const { _id, brand, publishedDate, name, originalPrice, currentPrice, condition } = product
  const { purchaseYear, location, description, sellerName, sellerVerified } = product
  return html`
    <p class="card-top">
      <b>${brand.toUpperCase()}</b>
      <time datetime="${publishedDate}">${formatMediumDate(publishedDate)}</time>
    </p>
    <h2 id="${_id}">${name}</h2>
    <p class="price">
      <span class="sr-only">Price now </span><b>${formatDollars(currentPrice)}</b>
      <span class="sr-only">Original price </span><s>${formatDollars(originalPrice)}</s>
    </p>
    <p class="card-facts">
      ${CHIPS[condition]}
      ${CLOCK}<span><bdi>${purchaseYear}</bdi>${sayUsed(product)}</span>
    </p>
    <p class="card-facts">
      ${PIN}<span class="sr-only">Location: </span><bdi>${location}</bdi>
    </p>
    <div class="card-about">${laptopAbout(description)}</div>
    <p class="card-seller">
      <bdi>${sellerName}</bdi>${sellerVerified ? VERIFIED_SELLER : ''}
    </p>`
}

/** As much of a description as a card shows; if that is not all, the rest can be opened without script. */
function laptopAbout(description: string): Markup {
  const shown = preview(description, PRODUCT_PREVIEW)
  const all = html`<details><summary>Read <span>all</span><span>less</span></summary>
      <p>${description}</p></details>`
  return html`<p>${shown}</p>${shown === description ? '' : all}`
}
