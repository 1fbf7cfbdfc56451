import { ApiProblem, readProblem } from '../api-problem.ts'
import { fetchShop, shopNow } from '../fetch-shop.ts'
import { inStorage } from '../storage.ts'
import { createSubscribers } from '../subscribers.ts'
import { findSignedIn } from './sign-in-service.ts'

const KEY = 'accessToken'
/** A token that expires within this time is renewed before it is used, in seconds. */
const MARGIN = 60

const subscribers = createSubscribers()
let renewing: Promise<string | undefined> | undefined
/** The token if the browser's storage, refused or full, did not accept it: for as long as this page is open. */
let unkept: string | undefined
/** Whether this page has had one: if it is missing without a sign-out, the browser has lost it. */
let had = false

/** The access token of this browser, valid or not. */
export function readToken(): string | undefined {
  return unkept ?? inStorage(() => localStorage.getItem(KEY)) ?? undefined
}

/** Removes the token, and notifies subscribers. */
export function dropToken(): void {
  unkept = undefined
  had = false
  inStorage(() => localStorage.removeItem(KEY))
  subscribers.notify()
}

/**
 * Subscribes to the token being removed or replaced by another person's here, or changing in another tab. Returns the
 * unsubscribe function.
 */
export function onTokenChange(subscriber: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    unkept = undefined
    had = false
    subscriber()
  }
  const stop = subscribers.subscribe(subscriber)
  addEventListener('storage', inOtherTab)
  return () => {
    stop()
    removeEventListener('storage', inOtherTab)
  }
}

/** The error of a change that is not made, because somebody else began it. */
export const somebodyElse = () =>
  new ApiProblem(401, 'somebody-else', 'Somebody else has since signed in here. Nothing was changed.')

/** The token, renewed if it is about to expire or was lost; undefined for a visitor who is not signed in. */
export async function freshToken(person?: { email: string }): Promise<string | undefined> {
  const token = readToken()
  had ||= token !== undefined
  return had && (!token || isEnding(token, shopNow())) ? renewToken(person) : token
}

/** The same for a change. Throws if the browser's cookie now belongs to somebody else than the token. */
export async function ownToken(): Promise<string | undefined> {
  const before = readToken()
  const token = await freshToken()
  if (before && token && subjectOf(before) !== subjectOf(token)) throw somebodyElse()
  return token
}

/**
 * Gets a new token by the sign-in service's cookie and stores it. Undefined if nobody is signed in any more: then the
 * old token is removed. Concurrent calls share one request. `person`: who is known to be signed in, so that the server
 * need not be asked.
 */
export function renewToken(person?: { email: string }): Promise<string | undefined> {
  renewing ??= issueToken(person).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** Replaces a token that was refused; undefined if its person is not the one who is signed in any more. */
export async function replaceToken(refused: string): Promise<string | undefined> {
  const token = readToken() === refused ? await renewToken() : readToken()
  return subjectOf(token) === subjectOf(refused) ? token : undefined
}

async function issueToken(person?: { email: string }): Promise<string | undefined> {
  const before = readToken()
  const token = await askForToken(person)
  // Somebody has signed in or out meanwhile, here or in another tab.
  if (readToken() !== before) return readToken()
  if (!token) {
    if (had || before) dropToken()
    return undefined
  }
  keepToken(token)
  // They signed in in another tab, which was closed before it had a token of its own.
  if (before && subjectOf(before) !== subjectOf(token)) subscribers.notify()
  return token
}

async function askForToken(known?: { email: string }): Promise<string | undefined> {
  const person = known ?? (await findSignedIn())
  if (!person) return undefined
  const response = await fetchShop('/api/jwt', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: person.email }),
  })
  if (!response.ok) throw await readProblem(response)
  return (await response.json()).token
}

function keepToken(token: string): void {
  unkept = token
  inStorage(() => {
    localStorage.setItem(KEY, token)
    unkept = undefined
  })
}

/** Whether a token (a JWT) expires within the margin, or cannot be parsed; `now` in milliseconds. */
export function isEnding(token: string, now: number): boolean {
  const { exp } = claimsOf(token)
  return typeof exp !== 'number' || now >= (exp - MARGIN) * 1000
}

/** The person of a token; undefined for what is not a token. */
export function subjectOf(token: string | undefined): unknown {
  return token ? claimsOf(token).sub : undefined
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
