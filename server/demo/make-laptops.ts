import { BOOST_DAYS } from '#contract/limits.ts'
import type { products } from '../database/schema.ts'
import type { DemoPicture } from './demo-pictures.ts'
import { ageText, describeLaptop } from './describe-laptop.ts'
import type { People } from './make-people.ts'
import { PICTURES, pictureName } from './models.ts'
import { askedPrice, soldPrice } from './price-laptop.ts'
import type { World } from './world.ts'

export type Laptop = typeof products.$inferInsert & { id: string; sellerId: string; publishedAt: Date }
export type Laptops = { available: Laptop[]; sold: (Laptop & { soldAt: Date })[]; takenDown: Laptop }
type Offer = (typeof PICTURES)[number]

const AVAILABLE = 60
const SOLD = 600
/** Of those on sale: every other one, until there are so many. */
const ADVERTISED = 20
/** The first seller, whom a visitor signs in as, has a shelf of his own: these and each tenth of the sold. */
const OF_FIRST_SELLER = [1, 6, 13, 22, 34, 47]

/**
 * Sixty laptops on sale, the newest from yesterday; six hundred sold over the last eighteen months at the
 * prices of `soldPrice`; and one that was taken down after a report.
 */
export function makeLaptops(world: World, people: People, pictures: Map<string, DemoPicture>): Laptops {
  const { random, id, ago, later } = world
  let serial = 0

  function laptop(
    { model, condition }: Offer,
    months: number,
    publishedAt: Date,
    seller = random.pick(people.sellers),
  ) {
    const unit = {
      model,
      condition,
      months,
      ...equipment(model),
      serial: `DEMO-${String(++serial).padStart(4, '0')}`,
    }
    return {
      unit,
      row: {
        id: id(publishedAt),
        sellerId: seller.id as string,
        brandId: model.brand,
        name: model.name,
        originalPriceCents: model.priceNew * 100,
        condition,
        purchaseYear: ageText(months),
        purchaseMonths: months,
        phone: seller.phone,
        location: seller.place,
        imageId: pictures.get(pictureName(model, condition))!.id,
        description: describeLaptop(unit, random),
        publishedAt,
      },
    }
  }

  /** Some have been given more memory or a larger disk since they were bought; `upgrade` is what that adds. */
  function equipment({ memory, storage }: Offer['model']) {
    const more = memory === 8 && random.chance(0.18)
    const larger = storage.startsWith('256') && random.chance(0.2)
    return {
      memory: more ? 16 : memory,
      storage: larger ? storage.replace('256', '512') : storage,
      upgrade: (more ? 1.07 : 1) * (larger ? 1.05 : 1),
    }
  }

  const offers = [...random.shuffled(PICTURES), ...random.shuffled(PICTURES)].slice(0, AVAILABLE)
  // No model twice: who looks at them sees twenty different ones.
  const advertised = new Set<Offer['model']>()
  const available = offers.map((offer, index): Laptop => {
    const days = 1 + Math.floor(index * 0.75)
    const publishedAt = ago(days, 20 - (index % 4) * 3 - random.between(0, 2))
    const months = Math.max(3, offer.model.age + random.whole(-4, 4))
    const { row } = laptop(
      offer,
      months,
      publishedAt,
      OF_FIRST_SELLER.includes(index) ? people.sellers[0] : random.pick(people.sellers.slice(1)),
    )
    const currentPriceCents = Math.round(askedPrice(offer.model, offer.condition, random) * 100)
    const boosted = ago(Math.min(days, random.whole(1, BOOST_DAYS - 1)), 21)
    const isAdvertised = advertised.size < Math.min(index / 2, ADVERTISED) && !advertised.has(offer.model)
    if (isAdvertised) advertised.add(offer.model)
    return {
      ...row,
      currentPriceCents,
      ...(isAdvertised && { advertisedUntil: later(boosted, BOOST_DAYS) }),
    }
  })

  const sold = Array.from({ length: SOLD }, (_, index) => {
    const days = 1 + Math.floor((index * 545) / SOLD)
    const soldAt = ago(days, random.between(5, 19))
    const onSaleFor = random.between(1.5, 34)
    const old = PICTURES.filter(({ model }) => model.age - (days + onSaleFor) / 30.4 >= 4)
    const offer = random.pick(old)
    const months = Math.max(3, Math.round(offer.model.age - (days + onSaleFor) / 30.4) + random.whole(-3, 6))
    const seller = index % 10 === 3 ? people.sellers[0] : random.pick(people.sellers.slice(1))
    const { row, unit } = laptop(offer, months, later(soldAt, -onSaleFor), seller)
    const currentPriceCents = soldPrice(offer.model, unit, random) * 100
    return { ...row, currentPriceCents, status: 'sold' as const, soldAt }
  })

  const doubtful = laptop(random.pick(PICTURES), 40, ago(26, 15), people.sellers[9])
  const takenDown = { ...doubtful.row, currentPriceCents: 9_000, withdrawnAt: ago(24, 11) }
  return { available, sold, takenDown }
}
