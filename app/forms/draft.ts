import { inStorage } from '../storage.ts'

const PREFIX = 'draft: '

export type Draft = Partial<Record<string, string>>

/*
 * What is typed into a long form is stored in this tab until it is sent, so that nothing but a chosen file is lost if
 * the session ends meanwhile, or the page is left by mistake. Its key names the person who types: somebody else may
 * sign in next, even in another tab.
 */

/** What was typed, by the names of the fields; empty if nothing is stored. */
export function readDraft(key: string): Draft {
  return inStorage(() => JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}')) ?? {}
}

/** A form's values, without chosen files and passwords. */
function typedIn(form: HTMLFormElement): Draft {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'password' ? [[name, value]] : [],
    ),
  )
}

/** Whether a field differs from its initial value: there is no event for changes before hydration. */
export const isTypedIn = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), textarea')].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  )

/** Call this on each change of the form. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  keepValues(key, typedIn(form))
}

/** The same for values that are in no field. */
export function keepValues(key: string, values: Draft): void {
  inStorage(() => sessionStorage.setItem(PREFIX + key, JSON.stringify(values)))
}

/** To be called once it is sent. */
export function dropDraft(key: string): void {
  inStorage(() => sessionStorage.removeItem(PREFIX + key))
}

/** For signing out: the next user of this tab finds nothing of theirs. */
export function dropDrafts(): void {
  dropGuestDrafts()
  inStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  })
}

/** Guests' drafts, by form and page: only in memory, while the page stays open. */
const ofGuests = new Map<string, Draft>()

/** What a guest typed, by the names of the fields; empty if nothing is stored. */
export function readGuestDraft(key: string): Draft {
  return ofGuests.get(key) ?? {}
}

/** Call this on each change of a guest's form. */
export function keepGuestDraft(key: string, form: HTMLFormElement): void {
  ofGuests.set(key, typedIn(form))
}

/** To be called once it is sent. */
export function dropGuestDraft(key: string): void {
  ofGuests.delete(key)
}

/** Call this once it is known that somebody is signed in: the drafts are no guest's then. */
export function dropGuestDrafts(): void {
  ofGuests.clear()
}
