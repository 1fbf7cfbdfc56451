import type { SignUpType } from '#contract/choices.ts'
import type { Person } from '#contract/users.ts'
import { api } from '../api.ts'
import type { Change } from '../dashboard/confirm.tsx'

/** A change that an admin can make to a person; `means`: the consequences, shown with the question. */
export type PersonChange = Change<Person> & { means: string }

const deletion = {
  action: 'Delete',
  run: ({ _id }: Person) => api.delete('/user/{id}', { params: { id: _id } }),
  done: (called: string) => `${called} was deleted.`,
  failure: (called: string) => `${called} was not deleted.`,
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
} satisfies Record<SignUpType, PersonChange>

/** The same question for several people at once. */
export function questionFor(userType: SignUpType, count: number): string {
  if (count === 1) return DELETE[userType].question
  return userType === 'buyer'
    ? `Are you sure want to Delete the ${count} Buyers?`
    : `Are sure you want to Delete the ${count} SELLERS`
}

/**
 * Verifying a seller; `email` is the admin's own. An admin judges by name and e-mail, and anybody can sign up with an
 * address that looks trustworthy.
 */
export function verifyBy(email: string, { emailProven }: Person): PersonChange {
  const doubt = emailProven ? '' : 'They have not confirmed that this e-mail address is theirs. '
  return {
    question: 'Are sure you want to verified this seller?',
    means: `${doubt}All their laptops will show the badge.`,
    action: 'Verify',
    harmless: true,
    run: ({ _id }) => api.put('/verifyuser/{id}', { params: { id: _id }, query: { email } }),
    isDone: ({ verified }) => verified,
    done: (called, { modifiedCount }) =>
      // Another admin may have been first.
      modifiedCount ? `${called} is verified.` : `${called} was already verified.`,
    failure: (called) => `${called} was not verified.`,
  }
}
