import { RouterContextProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, serverApi } from '#app/api.ts'
import { pagesContext } from '#app/pages-context.ts'

const OTHERS = { nonce: '', contactEmail: '', google: false, report: () => {} }

/** The calls that a loader makes, against a shop with a given response, and the targets that reached it. */
function loaderOf(body: unknown, { status = 200, headers = {} } = {}) {
  const asked: string[] = []
  const context = new RouterContextProvider()
  const read = async (target: string) => {
    asked.push(target)
    return {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
    }
  }
  context.set(pagesContext, { ...OTHERS, read })
  return { api: serverApi(context), asked }
}

describe('an API call of a loader', () => {
  test('puts params and query into the URL, leaving out undefined values', async () => {
    const { api, asked } = loaderOf({ products: [] })
    expect(
      await api.get('/brand/{id}', { params: { id: 'h/p' }, query: { limit: 3, after: undefined } }),
    ).toEqual({ products: [] })
    await api.get('/product', { query: { brand: 'h p' } })
    await api.get('/brands')
    expect(asked).toEqual(['/api/brand/h%2Fp?limit=3', '/api/product?brand=h+p', '/api/brands'])
  })

  test('that is refused throws the error response of its page', async () => {
    const { api } = loaderOf({ code: 'not-found', detail: 'Gone.' }, { status: 404 })
    await expect(api.get('/brands')).rejects.toMatchObject({
      data: { problem: 'Gone.' },
      init: { status: 404 },
    })
  })
})

describe('an API call of the browser', () => {
  afterEach(() => vi.unstubAllGlobals())
  function answering(answer: Response) {
    const fetch = vi.fn(async (_: Request) => answer)
    const nothing = { getItem: () => null }
    for (const [name, value] of Object.entries({
      fetch,
      location: new URL('http://shop.test/login'),
      localStorage: nothing,
    }))
      vi.stubGlobal(name, value)
    return fetch
  }

  test('sends its body as JSON', async () => {
    const fetch = answering(Response.json({ token: 't' }))
    expect(await api.post('/jwt', { body: { email: 'a@shop.test' } })).toEqual({ token: 't' })
    const [request] = fetch.mock.calls[0] ?? []
    expect([request?.method, request?.url]).toEqual(['POST', 'http://shop.test/api/jwt'])
    expect(request?.headers.get('Content-Type')).toBe('application/json')
    expect(await request?.json()).toEqual({ email: 'a@shop.test' })
  })

  test('that is refused throws its problem', async () => {
    answering(Response.json({ code: 'not-found', detail: 'Gone.' }, { status: 404 }))
    await expect(api.get('/brands')).rejects.toMatchObject({
      status: 404,
      code: 'not-found',
      message: 'Gone.',
    })
  })

  test('whose response body breaks off fails as unreachable', async () => {
    const begins = new ReadableStream({
      start(body) {
        body.enqueue(Buffer.from('['))
        body.error(new TypeError('network error'))
      },
    })
    answering(new Response(begins))
    await expect(api.get('/brands')).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('a paginated list', () => {
  const listed = (headers: Record<string, string>) => loaderOf([], { headers }).api.page('/products')

  test('has the total, and the cursor of the next page', async () => {
    const link = '</api/products?limit=24&after=bWFyaw>; rel="next"'
    expect(await listed({ 'x-total-count': '61', link })).toEqual({
      data: [],
      total: 61,
      next: 'bWFyaw',
    })
  })

  test('says when the total is a lower bound', async () => {
    const counted = { 'x-total-count': '100', 'x-total-relation': 'gte' }
    expect(await listed(counted)).toMatchObject({ total: 100, atLeast: true })
    expect(await listed({ 'x-total-count': '100' })).not.toHaveProperty('atLeast')
  })

  test('has no next page without a link rel="next"', async () => {
    expect(await listed({ 'x-total-count': '2' })).toMatchObject({ next: undefined })
    expect(await listed({ link: '</api/products?after=x>; rel="prev"' })).toMatchObject({ next: undefined })
  })
})
