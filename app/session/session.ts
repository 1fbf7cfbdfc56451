import { useSyncExternalStore } from 'react'
import type { User } from '#contract/users.ts'
import { api } from '../api.ts'
import { dropDrafts, dropGuestDrafts } from '../forms/draft.ts'
import { pressEarly } from '../shell/early-press.ts'
import { createSubscribers } from '../subscribers.ts'
import { dropToken, freshToken, onTokenChange, readToken, renewToken, subjectOf } from './access-token.ts'
import { ask, findSignedIn } from './sign-in-service.ts'

/**
 * Who is signed in. `ended`: somebody was, until the server (or another tab) ended their session; `left`: until they
 * signed out here. `failed`: it could not be found out. On the server it is always `loading`.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'none'; ended: boolean; left?: boolean }
  | { status: 'failed'; problem: unknown }
  | { status: 'signed-in'; user: User }

const LOADING: Session = { status: 'loading' }
let session: Session = LOADING
let subject: unknown
let latest = 0
let leaving = false
const subscribers = createSubscribers()

function set(next: Session): void {
  session = next
  subscribers.notify()
}

/** Who is signed in, kept up to date, also when another tab signs in or out. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribers.subscribe,
    () => session,
    () => LOADING,
  )
}

/** The signed-in person; undefined if there is none, or it is not known yet. */
export function userOf(session: Session): User | undefined {
  return session.status === 'signed-in' ? session.user : undefined
}

/** Starts following the session in this tab; called once, after hydration. Returns a function that stops it. */
export function startSession(): () => void {
  void pressEarly(refreshSession())
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    // This page was in the back/forward cache, and has missed all events.
    if (persisted && (readToken() || session.status === 'signed-in')) catchUp()
  }
  addEventListener('pageshow', comeBack)
  addEventListener('focus', refreshUnconfirmed)
  const stop = onTokenChange(catchUp)
  return () => {
    stop()
    removeEventListener('pageshow', comeBack)
    removeEventListener('focus', refreshUnconfirmed)
  }
}

/** Adopts the session that the token stands for. */
function catchUp(): void {
  const token = readToken()
  if (!token) {
    latest += 1
    set({ status: 'none', ended: !leaving, left: leaving })
  } else if (session.status !== 'signed-in' || subjectOf(token) !== subject) {
    // What is still shown of somebody else's is not theirs to see, nor to send.
    if (session.status === 'signed-in') set(LOADING)
    void refreshSession()
  } else {
    void refreshUnconfirmed()
  }
}

/**
 * Checks whether an unconfirmed e-mail has been confirmed meanwhile: in another tab, or on another device. If that
 * cannot be found out, nothing changes.
 */
export async function refreshUnconfirmed(): Promise<void> {
  const known = userOf(session)
  if (!known || known.emailProven) return
  const mine = latest
  const user = await api.get('/user', { query: { email: known.email } }).catch(() => undefined)
  // Somebody else may have signed in meanwhile.
  if (user?.emailProven && mine === latest) set({ status: 'signed-in', user })
}

/** Finds out who is signed in: by the sign-in service's session, then a token, then their profile. */
export async function refreshSession(): Promise<Session> {
  latest += 1
  const mine = latest
  // A retry shows that it is under way.
  if (session.status === 'failed') set(LOADING)
  const found = await find().catch((problem: unknown): Session => ({ status: 'failed', problem }))
  // A later call (another tab signed out meanwhile) may have overtaken this one.
  if (mine === latest) set(found)
  return found
}

async function find(): Promise<Session> {
  const before = readToken()
  const person = await findSignedIn()
  // Somebody has signed in or out meanwhile, here or in another tab.
  if (readToken() !== before) return find()
  if (!person) {
    if (before) dropToken()
    return { status: 'none', ended: false }
  }
  // A stored token may be somebody else's, from before this sign-in.
  const token = subjectOf(readToken()) === person.id ? await freshToken(person) : await renewToken(person)
  if (!token) return { status: 'none', ended: false }
  const user = await api.get('/user', { query: { email: person.email } })
  subject = subjectOf(readToken())
  dropGuestDrafts()
  return { status: 'signed-in', user }
}

/** What is said if signing out failed; sayFailure adds that only its answer may be lost. */
export const NOT_SIGNED_OUT = 'You were not signed out.'

/**
 * Ends the session everywhere in this browser, and deletes the drafts of this tab. `leave` navigates to another page
 * once the server has ended the session; the pages are told at once, as that page may take long, or not come at all.
 */
export async function signOut(leave?: () => void): Promise<void> {
  await ask('/sign-out', {})
  leave?.()
  dropDrafts()
  leaving = true
  dropToken()
  leaving = false
}
