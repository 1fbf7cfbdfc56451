import type { Product } from '#contract/products.ts'
import { LaptopPicture } from '../ui/laptop-picture.tsx'
import { SellerName } from './seller-name.tsx'

type Laptop = Pick<
  Product,
  | 'image'
  | 'imageColor'
  | 'description'
  | 'condition'
  | 'purchaseYear'
  | 'location'
  | 'sellerName'
  | 'sellerVerified'
>

/** The ordered laptop: its picture, everything that its seller says of it, where it is, and who sells it. */
export function OrderedLaptop({ laptop }: { laptop: Laptop }) {
  const { image, imageColor, description, condition, purchaseYear, location } = laptop
  const facts = [
    ['Condition', condition],
    ['Years used', purchaseYear],
    ['Where it is', location],
    ['Seller', <SellerName key="seller" name={laptop.sellerName} verified={laptop.sellerVerified} />],
  ] as const
  return (
    <div className="flex flex-wrap gap-4 bg-sunken p-4 sm:p-5">
      <LaptopPicture
        image={image}
        color={imageColor}
        sizes="144px"
        className="max-w-28 self-start rounded-lg sm:max-w-36"
      />
      <section
        aria-label="Description"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long description scrolls, and must by keyboard too
        tabIndex={0}
        className="seller-words min-w-0 grow basis-40 text-sm wrap-anywhere whitespace-pre-line text-muted"
      >
        {description}
      </section>
      <dl className="figures flex basis-full flex-wrap gap-x-5 gap-y-1 text-sm wrap-anywhere">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="inline text-muted">{name}</dt>{' '}
            <dd className="inline font-medium" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
