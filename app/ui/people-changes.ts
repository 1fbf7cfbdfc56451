import type { SignUpType } from '#contract/choices.ts'
import { isolate } from '#contract/isolate.ts'
import type { Person } from '#contract/users.ts'
import { api } from '../api.ts'

/** What an admin can do with a person: what is asked before, what is done, what is said then or where it failed. */
export type Change = {
  question: string
  /** What follows from it, said with the question. */
  means: string
  action: string
  harmless: boolean
  /** Answers how many it changed. */
  run: (person: Person) => Promise<number>
  /** Whether the list shows it done. */
  isDone?: (person: Person) => boolean
  done: (person: Person) => string
  /** What is said where another admin was first. */
  already: (person: Person) => string
  failure: (person: Person) => string
}

async function remove({ _id }: Person): Promise<number> {
  const { deletedCount } = await api.delete('/user/{id}', { params: { id: _id } })
  return deletedCount
}

const deletion = {
  action: 'Delete',
  harmless: false,
  run: remove,
  done: ({ name }: Person) => `${isolate(name)} is deleted.`,
  already: ({ name }: Person) => `${isolate(name)} was deleted already.`,
  failure: ({ name }: Person) => `${isolate(name)} was not deleted.`,
}

/** Deleting a person, in the specification's words. */
export const DELETE: Record<SignUpType, Change> = {
  buyer: {
    question: 'Are you sure want to Delete the Buyer?',
    means: 'Unpaid orders go too. Paid ones stay, without the name.',
    ...deletion,
  },
  seller: {
    question: 'Are sure you want to Delete the SELLER',
    means: 'Laptops that are not sold go too. Receipts for sold ones stay.',
    ...deletion,
  },
}

/** The same question for several people at once. */
export function questionFor(userType: SignUpType, count: number): string {
  if (count === 1) return DELETE[userType].question
  return userType === 'buyer'
    ? `Are you sure want to Delete the ${count} Buyers?`
    : `Are sure you want to Delete the ${count} SELLERS`
}

/** Verifying a seller; `email` is the admin's own. */
export function verifyBy(email: string): Change {
  return {
    question: 'Are sure you want to verified this seller?',
    means: 'All their laptops then show the badge.',
    action: 'Verify',
    harmless: true,
    async run({ _id }) {
      const { modifiedCount } = await api.put('/verifyuser/{id}', { params: { id: _id }, query: { email } })
      return modifiedCount
    },
    isDone: ({ verified }) => verified,
    done: ({ name }) => `${isolate(name)} is verified.`,
    already: ({ name }) => `${isolate(name)} was verified already.`,
    failure: ({ name }) => `${isolate(name)} was not verified.`,
  }
}
