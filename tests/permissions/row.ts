import type { Sent } from '#tests/support/front-door.ts'
import type { Person } from '#tests/support/people.ts'
import type { World } from './world.ts'

/**
 * The caller and what they use: `own`, their own e-mail and things, or `other`, somebody else's of the same role.
 * Things that a role never has belong to somebody who has them.
 */
export const COLUMNS = ['anon', 'buyer own', 'buyer other', 'seller own', 'seller other', 'admin'] as const
export type Column = (typeof COLUMNS)[number]

export type Cell = {
  column: Column
  caller: Person | undefined
  /** Whose e-mail is used. */
  named: Person
  /** Whose order or saved laptop is used, and whose laptop. */
  buyer: Person
  seller: Person
}
type Asked = Pick<Sent, 'body' | 'headers' | 'cookie'> & { path: string; picture?: Buffer }

/**
 * One call, as `METHOD /path` in the OpenAPI document, in one variant; the status for each column (undefined if there
 * is no such case); and how to make it. `by`: what authenticates the caller.
 */
export type Row = {
  call: string
  variant?: string
  by: 'bearer' | 'cookie'
  expects: readonly [Status, Status, Status, Status, Status, Status]
  ask(world: World, cell: Cell): Asked | Promise<Asked>
}
type Status = number | undefined

/** The meaning of a column of the table in a world. */
export function cellOf(world: World, column: Column): Cell {
  const [role, which] = column.split(' ') as [string, string | undefined]
  const { buyer, otherBuyer, seller, otherSeller, admin } = world
  const caller = role === 'anon' ? undefined : role === 'admin' ? admin : role === 'buyer' ? buyer : seller
  const foreign = role === 'seller' ? otherSeller : otherBuyer
  return {
    column,
    caller,
    named: which === 'other' ? foreign : (caller ?? buyer),
    buyer: column === 'buyer other' ? otherBuyer : buyer,
    seller: column === 'seller other' ? otherSeller : seller,
  }
}

/** The path below `/api`, except for routes beside it. */
export const pathOf = (call: string) => {
  const path = call.split(' ')[1] ?? ''
  return /^\/(auth|healthz|readyz|metrics)/.test(path) ? path : `/api${path}`
}
