import { ApiProblem, readProblem } from '../api-problem.ts'
import { createFollowers } from '../followers.ts'
import { reach, shopNow } from '../reach.ts'
import { inStorage } from '../storage.ts'
import { findSignedIn } from './sign-in-service.ts'

const KEY = 'accessToken'
/** A token with less than this left is renewed before it is used, in seconds. */
const MARGIN = 60

const followers = createFollowers()
let renewing: Promise<string | undefined> | undefined
/** The token where the browser's storage, refused or full, did not take it: for as long as this page stands. */
let unkept: string | undefined
/** Whether this page has had one: if it is gone without a word, the browser has lost it, and not the person left. */
let had = false

/** The access token of this browser, good or not. */
export function readToken(): string | undefined {
  return unkept ?? inStorage(() => localStorage.getItem(KEY)) ?? undefined
}

/** Forgets the token, and tells whoever follows it. */
export function dropToken(): void {
  unkept = undefined
  had = false
  inStorage(() => localStorage.removeItem(KEY))
  followers.tell()
}

/** Calls back when the token is forgotten or another's here, or comes or goes in another tab. Answers how to stop. */
export function onTokenChange(follower: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    unkept = undefined
    had = false
    follower()
  }
  const stop = followers.follow(follower)
  addEventListener('storage', inOtherTab)
  return () => {
    stop()
    removeEventListener('storage', inOtherTab)
  }
}

/** What a change says that is not made: it was begun by somebody else. */
export const somebodyElse = () =>
  new ApiProblem(401, 'somebody-else', 'Somebody else has signed in here meanwhile. Nothing was changed.')

/** The token, renewed where it is about to end or was lost; undefined for a visitor who is not signed in. */
export async function freshToken(person?: { email: string }): Promise<string | undefined> {
  const token = readToken()
  had ||= token !== undefined
  return had && (!token || isEnding(token, shopNow())) ? renewToken(person) : token
}

/** The same for a change. Throws where the browser's cookie is by now another's than the token that it had. */
export async function ownToken(): Promise<string | undefined> {
  const before = readToken()
  const token = await freshToken()
  if (before && token && subjectOf(before) !== subjectOf(token)) throw somebodyElse()
  return token
}

/**
 * Gets a new token by the sign-in service's cookie and keeps it. Undefined where nobody is signed in any
 * more: the old token is then forgotten. Asked several times at once, it asks the server once. `person`: who is known to
 * be signed in, so that nobody has to be asked.
 */
export function renewToken(person?: { email: string }): Promise<string | undefined> {
  renewing ??= issueToken(person).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** A new token in place of one that was refused; undefined where its person is not the one who is signed in any more. */
export async function replaceToken(refused: string): Promise<string | undefined> {
  const token = readToken() === refused ? await renewToken() : readToken()
  return subjectOf(token) === subjectOf(refused) ? token : undefined
}

async function issueToken(person?: { email: string }): Promise<string | undefined> {
  const before = readToken()
  const token = await askForToken(person)
  // Somebody has signed in or out since it was asked, here or in another tab.
  if (readToken() !== before) return readToken()
  if (!token) {
    if (had || before) dropToken()
    return undefined
  }
  keepToken(token)
  // Signed in in another tab, which has gone before it had a token of its own.
  if (before && subjectOf(before) !== subjectOf(token)) followers.tell()
  return token
}

async function askForToken(known?: { email: string }): Promise<string | undefined> {
  const person = known ?? (await findSignedIn())
  if (!person) return undefined
  const response = await reach('/api/jwt', {
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

/** Whether a token (a JWT) ends within the margin, or cannot be read; `now` in milliseconds. */
export function isEnding(token: string, now: number): boolean {
  const { exp } = claimsOf(token)
  return typeof exp !== 'number' || now >= (exp - MARGIN) * 1000
}

/** Whose token it is; undefined for what is not a token. */
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
