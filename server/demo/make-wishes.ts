import type { wishlist } from '../database/schema.ts'
import type { Laptop, Laptops } from './make-laptops.ts'
import type { People } from './make-people.ts'
import type { World } from './world.ts'

type Wish = typeof wishlist.$inferInsert

/**
 * What buyers have saved. The first buyer's list shows what a list can tell: a laptop that has become
 * cheaper since, one that is sold, and some that are as they were.
 */
export function makeWishes({ random, id, ago }: World, people: People, { available, sold }: Laptops): Wish[] {
  const wish = (
    buyerId: string,
    laptop: Laptop,
    days: number,
    priceCents = laptop.currentPriceCents,
  ): Wish => {
    const createdAt = ago(days, random.between(7, 22))
    return { id: id(createdAt), buyerId, productId: laptop.id, priceCentsWhenSaved: priceCents, createdAt }
  }
  const [first, ...others] = people.buyers
  const cheaper = available[40]!
  return [
    wish(first!.id, available[2]!, 1),
    wish(first!.id, available[7]!, 3),
    wish(first!.id, available[25]!, 4),
    wish(first!.id, cheaper, 6, Math.min(cheaper.originalPriceCents, cheaper.currentPriceCents + 4_000)),
    wish(first!.id, sold[4]!, 8),
    ...others.flatMap(({ id: buyerId }) =>
      random
        .shuffled(available)
        .slice(0, random.whole(0, 4))
        .map((laptop) => wish(buyerId, laptop, 1)),
    ),
  ]
}
