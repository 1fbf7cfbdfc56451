import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { serverApi } from '#app/api.ts'
import { pagesContext } from '#app/pages-context.ts'

/** The client over a shop that answers what it is told, and the requests that reached it. */
function clientOf(answer: () => Response) {
  const requests: Request[] = []
  const context = new RouterContextProvider()
  const api = async (request: Request) => {
    requests.push(request)
    return answer()
  }
  context.set(pagesContext, { api, nonce: '', contactEmail: '', google: false, report: () => {} })
  return { api: serverApi(context, new Request('http://shop.test/brand/hp')), requests }
}

describe('a call', () => {
  test('puts params and query into the address, and leaves out what is undefined', async () => {
    const { api, requests } = clientOf(() => Response.json({ products: [] }))
    await api.get('/brand/{id}', { params: { id: 'h/p' }, query: { limit: 3, after: undefined } })
    expect(requests[0]?.url).toBe('http://shop.test/api/brand/h%2Fp?limit=3')
  })

  test('sends its body as JSON', async () => {
    const { api, requests } = clientOf(() => Response.json({ token: 't' }))
    await api.post('/jwt', { body: { email: 'a@shop.test' } })
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(await requests[0]?.json()).toEqual({ email: 'a@shop.test' })
  })

  test('that is refused throws its problem', async () => {
    const { api } = clientOf(() => Response.json({ code: 'not-found', detail: 'Gone.' }, { status: 404 }))
    await expect(api.get('/brands')).rejects.toMatchObject({ status: 404, code: 'not-found' })
  })
})

describe('a list in parts', () => {
  const listed = (headers: Record<string, string>) =>
    clientOf(() => Response.json([], { headers })).api.page('/products')

  test('knows how many there are in all, and where the next part begins', async () => {
    const link = '</api/products?limit=24&after=bWFyaw>; rel="next"'
    expect(await listed({ 'X-Total-Count': '61', Link: link })).toEqual({
      data: [],
      total: 61,
      next: 'bWFyaw',
    })
  })

  test('knows where there are more than were counted', async () => {
    const counted = { 'X-Total-Count': '100', 'X-Total-Relation': 'gte' }
    expect(await listed(counted)).toMatchObject({ total: 100, atLeast: true })
    expect(await listed({ 'X-Total-Count': '100' })).not.toHaveProperty('atLeast')
  })

  test('ends where no next part is named', async () => {
    expect(await listed({ 'X-Total-Count': '2' })).toMatchObject({ next: undefined })
    expect(await listed({ Link: '</api/products?after=x>; rel="prev"' })).toMatchObject({ next: undefined })
  })
})
