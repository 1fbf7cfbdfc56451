import type fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '#tests/support/front-door.ts'
import type { RealShop } from './real-shop.ts'
import { inAWord } from './scene.ts'
import type { Laptop, Model, Report } from './shop-model.ts'

export type Step = fc.AsyncCommand<Model, RealShop>
export type Steps = fc.Arbitrary<Step>
/** How often a step occurs, relative to the others. */
export type Weighted = { weight: number; arbitrary: Steps }

/** One step of one person: whether it is possible now, and how to do it in the model and in the shop. */
export function step(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: RealShop) => Promise<void>,
): Step {
  return { check, run, toString: () => name }
}

export const at = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
export const laptopAt = (model: Model, n: number) => at(model.laptops, n) as Laptop
export const reportAt = (model: Model, n: number) => at(model.reports, n) as Report

/** Fails unless the shop responds as the model predicts. */
export function expectWord(answer: Answer, word: string): void {
  expect(inAWord(answer), JSON.stringify(answer.body)).toBe(word)
}
