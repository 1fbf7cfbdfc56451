import fc from 'fast-check'
import {
  ADVERTISED,
  isAdvertised,
  isAlive,
  type Laptop,
  type Model,
  SELLERS,
  whyClaimed,
} from './shop-model.ts'
import { expectWord, laptopAt, type Steps, step, type Weighted } from './steps.ts'

/** Changes one of a seller's laptops: `change` returns the expected response and applies the change to the model. */
function changing(
  name: string,
  [method, path]: [string, string],
  change: (model: Model, laptop: Laptop) => string,
  body?: object,
): Steps {
  return fc.nat(20).map((n) =>
    step(
      `${name} laptop ${n}`,
      (model) => model.laptops.length > 0 && isAlive(model, laptopAt(model, n).seller),
      async (model, real) => {
        const laptop = laptopAt(model, n)
        const answer = await real.ask(laptop.seller, method, `${path}/${laptop.id}`, body)
        expectWord(answer, laptop.withdrawn ? 'not-found' : change(model, laptop))
      },
    ),
  )
}

function markSold(model: Model, laptop: Laptop): string {
  const claimed = whyClaimed(model, laptop)
  if (claimed) return claimed
  if (laptop.sold) return '0'
  laptop.sold = true
  return '1'
}

function markAvailable(model: Model, laptop: Laptop): string {
  const claimed = whyClaimed(model, laptop)
  if (claimed) return claimed
  if (!laptop.sold) return '0'
  laptop.sold = false
  return '1'
}

function boost(model: Model, laptop: Laptop): string {
  if (laptop.sold) return 'laptop-not-available'
  if (isAdvertised(model, laptop)) return '0'
  laptop.adsUntil = model.now + ADVERTISED
  return '1'
}

/** One of two prices, so that it is often the laptop's current one; all original prices are above both. */
const changePrice: Steps = fc.constantFrom(0.5, 400).chain((price) =>
  changing(
    `ask $${price} for`,
    ['PUT', '/productprice'],
    (model, laptop) => {
      if (laptop.price === price) return '0'
      const claimed = whyClaimed(model, laptop)
      if (claimed || laptop.sold) return claimed ?? 'laptop-not-available'
      laptop.price = price
      return '1'
    },
    { currentPrice: price },
  ),
)

function remove(model: Model, laptop: Laptop): string {
  const claimed = whyClaimed(model, laptop)
  laptop.withdrawn = !claimed
  return claimed ?? '1'
}

export const addLaptop = fc
  .tuple(
    fc.constantFrom(...SELLERS),
    fc.constantFrom('hp', 'dell', 'walton'),
    fc.integer({ min: 50, max: 80_000 }),
  )
  .map(([seller, brand, cents]) =>
    step(
      `${seller} adds a laptop of ${brand} for ${cents} cents`,
      (model) => isAlive(model, seller) && model.laptops.length < 5,
      async (model, real) => {
        const id = await real.add(seller, brand, cents / 100)
        model.laptops.push({
          ...{ id, seller, brand, price: cents / 100 },
          ...{ sold: false, withdrawn: false, adsUntil: 0 },
        })
      },
    ),
  )

export const STEPS_OF_SELLERS: Weighted[] = [
  { weight: 4, arbitrary: addLaptop },
  { weight: 5, arbitrary: changing('mark as sold', ['PUT', '/productsold'], markSold) },
  { weight: 5, arbitrary: changing('mark as available', ['PUT', '/productavailable'], markAvailable) },
  { weight: 4, arbitrary: changing('boost', ['PUT', '/products'], boost) },
  { weight: 3, arbitrary: changePrice },
  { weight: 4, arbitrary: changing('delete', ['DELETE', '/myproduct'], remove) },
]
