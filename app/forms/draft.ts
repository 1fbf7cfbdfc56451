import { inStorage } from '../storage.ts'

const PREFIX = 'draft: '

export type Draft = Partial<Record<string, string>>

/*
 * What is typed into a long form is kept in this tab until it is sent, so that a session that ends meanwhile,
 * or a page that is left by mistake, loses nothing but a chosen file. Its key names the person who types: somebody else
 * may be the next to sign in here, in another tab even.
 */

/** What was typed, by the names of the fields; empty where nothing is kept. */
export function readDraft(key: string): Draft {
  return inStorage(() => JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}')) ?? {}
}

/** What stands in a form, but for chosen files and a password. */
function typedIn(form: HTMLFormElement): Draft {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'password' ? [[name, value]] : [],
    ),
  )
}

/** Whether something was typed or chosen that did not stand there at first: before a page is alive it comes with no event. */
export const isTypedIn = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), textarea')].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  )

/** To be called at each change of the form. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  keepValues(key, typedIn(form))
}

/** The same for what stands in no field. */
export function keepValues(key: string, values: Draft): void {
  inStorage(() => sessionStorage.setItem(PREFIX + key, JSON.stringify(values)))
}

/** To be called once it is sent. */
export function dropDraft(key: string): void {
  inStorage(() => sessionStorage.removeItem(PREFIX + key))
}

/** For who signs out: whoever uses this tab next finds nothing of theirs. */
export function dropDrafts(): void {
  dropGuestDrafts()
  inStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  })
}

/** What guests have typed, by form and page: there while that stands, and kept nowhere. */
const ofGuests = new Map<string, Draft>()

/** What a guest typed, by the names of the fields; empty where nothing is kept. */
export function readGuestDraft(key: string): Draft {
  return ofGuests.get(key) ?? {}
}

/** To be called at each change of a guest's form. */
export function keepGuestDraft(key: string, form: HTMLFormElement): void {
  ofGuests.set(key, typedIn(form))
}

/** To be called once it is sent. */
export function dropGuestDraft(key: string): void {
  ofGuests.delete(key)
}

/** To be called once it is known that somebody is signed in: they are no guest's then. */
export function dropGuestDrafts(): void {
  ofGuests.clear()
}
