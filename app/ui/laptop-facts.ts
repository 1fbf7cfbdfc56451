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
 * How wide a card's picture is shown, as the `sizes` attribute has it, made smaller by an eighth: where the copy that is
 * taken then is enlarged, it is by so little that nothing looks soft, and the next larger weighs more than twice as much.
 * Phones are told still less, and take the middle copy: at their fine pixels nobody sees the difference.
 */
const OF_CARD = '(min-width: 1280px) 325px, (min-width: 1024px) 26vw, (min-width: 640px) 38vw, 56vw'
const FIRST = html`fetchpriority="high"`
const LATER = html`loading="lazy" decoding="async"`
/** As high as a line, whose middle it marks also where several follow. */
const BESIDE_LINES = 'h-lh w-4'
const CLOCK = ClockIcon.markup(BESIDE_LINES)
const PIN = PinIcon.markup(BESIDE_LINES)
export const VERIFIED_SELLER = tipped(
  'verified',
  VERIFIED,
  'Verified Seller',
  html`${ShieldIcon.markup('size-4')}Verified Seller`,
)
/** Written once for all cards. */
const CHIPS: Record<Condition, Markup> = {
  Excellent: chip('Excellent'),
  Good: chip('Good'),
  Fair: chip('Fair'),
}

function chip(condition: Condition): Markup {
  return tipped(COLOURS[condition], CONDITIONS[condition], `Condition: ${condition}`, html`${condition}`)
}

/** A word or two that say what they mean on hover and focus. Named apart: what is shown then would be part of the name. */
function tipped(look: string, meaning: string, name: string, words: Markup): Markup {
  return html`<button type="button" class="chip ${look}" aria-label="${name}" aria-description="${meaning}"
        data-tip="${meaning}">${words}</button>`
}

/**
 * The picture on a lid, its colour in its place until it is there. The colour is drawn: a style in markup is refused
 * by the content policy. `first`: whether it is seen before anyone scrolls, so that the head asks for it already;
 * `sizes`: as the attribute has them.
 */
export function laptopLid(
  { name, image, imageColor }: Product,
  { first, sizes = OF_CARD }: { first: boolean; sizes?: string },
): Markup {
  const src = widthOf(image, 640)
  const srcset = widthsOf(image)
  // React does so for the pictures that it writes itself.
  if (first) preload(src, { as: 'image', imageSrcSet: srcset, imageSizes: sizes, fetchPriority: 'high' })
  return html`<svg fill="${imageColor}" aria-hidden="true"><rect width="100%" height="100%"/></svg>
    <img src="${src}" srcset="${srcset}" sizes="${sizes}" width="640" height="480"
      alt="${isolate(name)}, as its seller shows it" ${first ? FIRST : LATER}>`
}

/** What a card says of a laptop, beneath its picture: a list shows two dozen, and none of it changes there. */
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
      ${CLOCK}<span><bdi>${purchaseYear}</bdi> used</span>
    </p>
    <p class="card-facts">
      ${PIN}<span class="sr-only">Location: </span><bdi>${location}</bdi>
    </p>
    <div class="card-about">${laptopAbout(description)}</div>
    <p class="card-seller">
      <bdi>${sellerName}</bdi>${sellerVerified ? VERIFIED_SELLER : ''}
    </p>`
}

/** As much of a description as a card shows; and all of it to be opened, without any script, where that is not all. */
function laptopAbout(description: string): Markup {
  const shown = preview(description, PRODUCT_PREVIEW)
  const all = html`<details><summary>Read all</summary><p>${description}</p></details>`
  return html`<p>${shown}</p>${shown === description ? '' : all}`
}
