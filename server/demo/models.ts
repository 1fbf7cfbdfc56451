import { readFileSync } from 'node:fs'
import type { BrandId, Condition } from '#contract/choices.ts'

/** What the demo data knows of a model. Prices in dollars, age in months, battery in watt-hours as designed. */
export type Model = {
  brand: BrandId
  name: string
  processor: string
  memory: number
  storage: string
  screen: string
  priceNew: number
  /** What it is asked for at its typical age, from worn to nearly new. */
  usedPrice: readonly [number, number]
  age: number
  battery: number
  /** In which conditions it is offered. */
  conditions: readonly Condition[]
}

/**
 * Models that are really sold, with prices as they stood in shops and on second-hand markets. Those of
 * older models and all battery capacities are estimates, and Walton's details are illustrative.
 */
export const MODELS: Model[] = readFileSync(new URL('./models.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row): Model => {
    const [brand, name, processor, memory, storage, screen, priceNew, from, to, age, battery, conditions] =
      row.split(',') as [string, ...string[]]
    return {
      brand: brand as BrandId,
      name: name!,
      processor: processor!,
      memory: Number(memory),
      storage: storage!,
      screen: screen!,
      priceNew: Number(priceNew),
      usedPrice: [Number(from), Number(to)],
      age: Number(age),
      battery: Number(battery),
      conditions: conditions!.split(' ') as Condition[],
    }
  })

/** The pictures there are: one for each model in each condition it is offered in. */
export const PICTURES = MODELS.flatMap((model) => model.conditions.map((condition) => ({ model, condition })))

/** The file name of such a picture, without width and ending: `dell-latitude-7490-fair`. */
export const pictureName = (model: Pick<Model, 'name'>, condition: Condition): string =>
  `${model.name} ${condition}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
