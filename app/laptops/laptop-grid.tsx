import { lazy, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Product } from '#contract/products.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { useKeyboardPlace } from '../use-keyboard-place.ts'
import { formMissing } from './form-missing.tsx'
import { LaptopCard } from './laptop-card.tsx'
import { useWished } from './use-wished.ts'

/** Most visitors order no laptop. It is loaded in a transition: until it is there the page stays as it is. */
const BookingForm = lazy(() => import('../orders/booking-form.tsx').catch(() => formMissing('Booking Form')))

const GRID = 'grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3'

type Props = {
  products: readonly Product[]
  /**
   * How many more are being loaded. Their placeholders are shown at once: the content below is not pushed away later.
   */
  coming: number
}

/** Laptops in 1, 2 or 3 columns, and the Booking Form of the one that is chosen. */
export function LaptopGrid({ products, coming }: Props) {
  const [chosen, setChosen] = useState<Product>()
  const wished = useWished()
  const { revalidate } = useRevalidator()
  const keyboard = useKeyboardPlace(products)
  return (
    <>
      <NeedsScript what="Ordering and saving laptops need" />
      <ul className={`laptops ${GRID}`} {...keyboard}>
        {products.map((product, index) => (
          <li key={product._id}>
            <LaptopCard
              product={product}
              first={index === 0}
              wished={wished.has(product._id)}
              onOrder={setChosen}
            />
          </li>
        ))}
        {[...Array(coming).keys()].map((place) => (
          <li key={place} aria-hidden="true">
            <EmptyCard />
          </li>
        ))}
      </ul>
      {chosen && (
        <BookingForm
          product={{ ...chosen, productId: chosen._id }}
          onClose={() => setChosen(undefined)}
          onBehind={revalidate}
        />
      )}
    </>
  )
}

/** Placeholders for laptops. */
export function LaptopSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">Loading laptops</span>
      <div className={GRID} aria-hidden="true">
        <EmptyCard />
        <EmptyCard />
        <EmptyCard />
      </div>
    </div>
  )
}

/** A card of the same structure without data. */
function EmptyCard() {
  return (
    <div className="card">
      <div className="lid">
        <div className="skeleton aspect-[4/3]" />
      </div>
      <div className="hinge" />
      <div className="base grid grow content-start gap-3 p-5">
        <div className="skeleton h-4 w-1/3" />
        <div className="skeleton h-6 w-4/5" />
        <div className="skeleton h-6 w-2/5" />
        <div className="skeleton h-6 w-3/5" />
        <div className="skeleton h-16" />
        <div className="skeleton h-11" />
      </div>
    </div>
  )
}
