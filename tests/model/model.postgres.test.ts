import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { inRounds } from '#tests/support/rounds.ts'
import { expectLists, expectMoney } from './expect-lists.ts'
import { openRealShop, type RealShop } from './real-shop.ts'
import { newModel } from './shop-model.ts'
import { book, STEPS_OF_BUYERS } from './steps-of-buyers.ts'
import { A_WHILE_LATER, STEPS_OF_OTHERS } from './steps-of-others.ts'
import { STEPS_OF_PAYERS } from './steps-of-payers.ts'
import { addLaptop, STEPS_OF_SELLERS } from './steps-of-sellers.ts'

const STEPS = [...STEPS_OF_SELLERS, ...STEPS_OF_BUYERS, ...STEPS_OF_PAYERS, ...STEPS_OF_OTHERS]
const MOST_STEPS = 60
/** How long a counterexample is shrunk. */
const SHRINK_MS = 60_000

let real: RealShop
beforeAll(async () => {
  real = await openRealShop()
})
afterAll(() => real.close())

/** Three laptops, each ordered by two buyers: most steps need some. */
async function begin() {
  await real.reset()
  const model = newModel()
  for (const step of [
    ...fc.sample(addLaptop, { seed: 1, numRuns: 3 }),
    ...fc.sample(book, { seed: 1, numRuns: 6 }),
  ])
    if (step.check(model)) await step.run(model, real)
  return model
}

inRounds(
  'model',
  'after any sequence of actions the shop equals its model: responses, lists, counts and money',
  { quick: 6, deep: 2000 },
  async (n) => {
    const sequences = fc.commands([fc.oneof(...STEPS)], { maxCommands: MOST_STEPS, size: 'max' })
    const property = fc.asyncProperty(fc.noBias(sequences), async (steps) => {
      const model = await begin()
      await fc.asyncModelRun(() => ({ model, real }), steps)
      await expectLists(model, real)
      for (const step of A_WHILE_LATER) await step.run(model, real)
      await expectMoney(model, real)
    })
    await fc.assert(property, {
      seed: n,
      numRuns: 1,
      includeErrorInReport: true,
      interruptAfterTimeLimit: SHRINK_MS,
    })
  },
)
