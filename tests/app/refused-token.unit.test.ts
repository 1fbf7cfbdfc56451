import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#app/api.ts'
import { onTokenChange } from '#app/session/access-token.ts'

const tokenOf = (sub: string, signature: string, seconds = 600) =>
  `e30.${btoa(JSON.stringify({ sub, exp: Date.now() / 1000 + seconds }))}.${signature}`
const OLD = tokenOf('ada', 'old')
const NEW = tokenOf('ada', 'new')
const OTHER = tokenOf('grace', 'new')
const ENDING = tokenOf('ada', 'old', 10)

/** The token in this browser's storage, the person that the sign-in service reports, and the requests to the shop. */
let kept: string | null
let person: { email: string } | null
let asked: string[]
let issued: string
/** What happens while the shop checks a token, or reads the session. */
let meanwhile: (path: string) => void
beforeEach(() => {
  kept = OLD
  person = null
  asked = []
  issued = NEW
  meanwhile = () => {}
  const storage = {
    getItem: () => kept,
    setItem: (_: string, token: string) => {
      kept = token
    },
    removeItem: () => {
      kept = null
    },
  }
  for (const [name, value] of Object.entries({
    fetch: answer,
    location: new URL('http://shop.test/'),
    localStorage: storage,
  }))
    vi.stubGlobal(name, value)
})
afterEach(() => vi.unstubAllGlobals())

/** The shop, which accepts only the new token. */
async function answer(sent: string | Request): Promise<Response> {
  const path = typeof sent === 'string' ? sent : new URL(sent.url).pathname
  const token =
    typeof sent === 'string' ? undefined : sent.headers.get('Authorization')?.slice('Bearer '.length)
  asked.push([path, token === OLD ? 'old' : token === NEW ? 'new' : 'nobody'].join(' as '))
  if (path === '/auth/get-session') {
    const found = person
    meanwhile(path)
    return Response.json(found && { user: found })
  }
  if (path === '/api/jwt') {
    meanwhile(path)
    return Response.json({ token: issued })
  }
  if (token !== OLD) return Response.json([])
  meanwhile(path)
  return Response.json({ code: 'not-signed-in', detail: 'Please sign in.' }, { status: 401 })
}

const message = { name: 'Ada', email: 'ada@shop.test', subject: 'Hello', message: 'Does it run?' }

test('a request with a refused token is retried with a new one', async () => {
  person = { email: 'ada@shop.test' }
  await api.post('/contact', { body: message })
  expect(asked).toEqual([
    '/api/contact as old',
    '/auth/get-session as nobody',
    '/api/jwt as nobody',
    '/api/contact as new',
  ])
})

test('a request with a refused token is retried with a stored newer one, without renewal', async () => {
  meanwhile = () => {
    kept = NEW
  }
  await api.get('/brands')
  expect(asked).toEqual(['/api/brands as old', '/api/brands as new'])
})

test('a refused token is replaced by one that the same user got during the session check', async () => {
  meanwhile = (path) => {
    if (path === '/auth/get-session') kept = NEW
  }
  await api.post('/contact', { body: message })
  expect(asked).toEqual(['/api/contact as old', '/auth/get-session as nobody', '/api/contact as new'])
  expect(kept).toBe(NEW)
})

test('a refused change is not retried as another user, and a refused read only as a visitor', async () => {
  meanwhile = () => {
    kept = OTHER
  }
  const refused = { status: 401, message: 'Somebody else has since signed in here. Nothing was changed.' }
  await expect(api.post('/contact', { body: message })).rejects.toMatchObject(refused)
  expect(asked).toEqual(['/api/contact as old'])
  kept = OLD
  asked = []
  await api.get('/brands')
  expect(asked).toEqual(['/api/brands as old', '/api/brands as nobody'])
})

test('a user who signs out while a token is being renewed stays signed out', async () => {
  person = { email: 'ada@shop.test' }
  meanwhile = (path) => {
    if (path === '/api/jwt') kept = null
  }
  await expect(api.post('/contact', { body: message })).rejects.toMatchObject({ status: 401 })
  expect(kept).toBe(null)
})

test('without a session a refused read is retried as a visitor, and a change fails with 401', async () => {
  await api.get('/brands')
  expect(asked).toEqual(['/api/brands as old', '/auth/get-session as nobody', '/api/brands as nobody'])
  kept = OLD
  asked = []
  await expect(api.post('/contact', { body: message })).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual(['/api/contact as old', '/auth/get-session as nobody'])
})

test('an expiring token is not renewed for another user, and subscribers are notified', async () => {
  let told = 0
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const stop = onTokenChange(() => {
    told += 1
  })
  kept = ENDING
  person = { email: 'grace@shop.test' }
  issued = OTHER
  await expect(api.post('/contact', { body: message })).rejects.toMatchObject({ code: 'somebody-else' })
  expect([asked, told]).toEqual([['/auth/get-session as nobody', '/api/jwt as nobody'], 1])
  stop()
})

test('a lost token is renewed while the session lasts, and otherwise asked for only once', async () => {
  kept = NEW
  await api.post('/contact', { body: message })
  kept = null
  person = { email: 'ada@shop.test' }
  asked = []
  await api.post('/contact', { body: message })
  expect(asked).toEqual(['/auth/get-session as nobody', '/api/jwt as nobody', '/api/contact as new'])
  kept = null
  person = null
  asked = []
  for (let times = 0; times < 2; times++) await api.post('/contact', { body: message })
  // Somebody who is no longer signed in counts as a visitor from then on, and nothing asks again.
  expect(asked).toEqual(['/auth/get-session as nobody', '/api/contact as nobody', '/api/contact as nobody'])
})
