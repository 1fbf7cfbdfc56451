import type { Sent } from '#tests/support/front-door.ts'
import type { Person } from '#tests/support/people.ts'
import type { World } from './world.ts'

/**
 * Who makes a call, and with what: `own`, their own e-mail and things, or `other`, somebody else's of the same
 * role. Things that a role never has are somebody's who has them.
 */
export const COLUMNS = ['anon', 'buyer own', 'buyer other', 'seller own', 'seller other', 'admin'] as const
export type Column = (typeof COLUMNS)[number]

export type Cell = {
  column: Column
  caller: Person | undefined
  /** Whose e-mail is named. */
  named: Person
  /** Whose an order or a saved laptop is, and whose a laptop. */
  buyer: Person
  seller: Person
}
type Asked = Pick<Sent, 'body' | 'headers' | 'cookie'> & { path: string; picture?: Buffer }

/**
 * One call, as `METHOD /path` in the words of the OpenAPI document, in one variant; the status that each column
 * gets (undefined where there is no such case); and how to ask. `by`: what proves who asks.
 */
export type Row = {
  call: string
  variant?: string
  by: 'bearer' | 'cookie'
  expects: readonly [Status, Status, Status, Status, Status, Status]
  ask(world: World, cell: Cell): Asked | Promise<Asked>
}
type Status = number | undefined

/** What a column of the table stands for in a world. */
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

/** The path behind `/api`, except of what stands beside it. */
export const pathOf = (call: string) => {
  const path = call.split(' ')[1] ?? ''
  return /^\/(auth|healthz|readyz|metrics)/.test(path) ? path : `/api${path}`
}
