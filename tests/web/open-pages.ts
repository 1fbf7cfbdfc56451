import { vi } from 'vitest'
import { BufferedResponse } from '#server/http/buffered-response.ts'
import { createWeb } from '#server/web.ts'

/** The built pages, over calls that return what `answer` does: status and body. */
export async function openPages(answer: (target: string) => [status: number, body: string]) {
  const read = vi.fn(async (target: string) => {
    const [status, body] = answer(target)
    return new BufferedResponse(Buffer.from(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  const report = vi.fn()
  const web = await createWeb({
    mode: 'production',
    read,
    realCards: false,
    publicUrl: 'http://shop.test',
    contactEmail: 'operator@example.com',
    google: false,
    report,
  })
  const get = async (target: string) => {
    const { status, headers, body } = await web.fetch(new Request(`http://shop.test${target}`))
    return { status, headers, text: Buffer.from(body ?? []).toString() }
  }
  return { get, read, report }
}
