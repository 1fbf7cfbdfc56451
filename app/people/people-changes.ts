import type { SignUpType } from '#contract/choices.ts'
import { isolate } from '#contract/isolate.ts'
import type { Person } from '#contract/users.ts'
import { api } from '../api.ts'

/** The shop's answer; some calls say whether anything was changed. */
type Answer = { acknowledged: true; modifiedCount?: number }

/** A change that an admin can make to a person: its question, its call, and its messages for success and failure. */
export type Change = {
  question: string
  /** The consequences, shown with the question. */
  means: string
  action: string
  harmless: boolean
  run: (person: Person) => Promise<Answer>
  /** Whether the list shows that it is done. */
  isDone?: (person: Person) => boolean
  done: (person: Person, answer: Answer) => string
  failure: (person: Person) => string
}

const deletion = {
  action: 'Delete',
  harmless: false,
  run: ({ _id }: Person) => api.delete('/user/{id}', { params: { id: _id } }),
  done: ({ name }: Person) => `${isolate(name)} was deleted.`,
  failure: ({ name }: Person) => `${isolate(name)} was not deleted.`,
}

/** Deleting a person, in the specification's words. */
export const DELETE = {
  buyer: {
    question: 'Are you sure want to Delete the Buyer?',
    means: 'Unpaid orders go too. Paid ones stay, without the name.',
    ...deletion,
  },
  seller: {
    question: 'Are sure you want to Delete the SELLER',
    means: 'Unsold laptops go too. Receipts for sold ones stay.',
    ...deletion,
  },
} satisfies Record<SignUpType, Change>

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
    means: 'All their laptops will show the badge.',
    action: 'Verify',
    harmless: true,
    run: ({ _id }) => api.put('/verifyuser/{id}', { params: { id: _id }, query: { email } }),
    isDone: ({ verified }) => verified,
    done: ({ name }, { modifiedCount }) =>
      // Another admin may have been first.
      modifiedCount ? `${isolate(name)} is verified.` : `${isolate(name)} was already verified.`,
    failure: ({ name }) => `${isolate(name)} was not verified.`,
  }
}
