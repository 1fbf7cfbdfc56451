import { subscribe } from 'node:diagnostics_channel'

/*
 * Keeps an answer with more than five content encodings from ending the process. fetch() refuses such an answer, and
 * leaves the stream of its body without a listener: when the connection then breaks, that is an uncaught error. So the
 * answer is passed on as if it had no encoding. Its bytes are then not what anybody expects, and are refused as such.
 * Import this module where fetch() is used for the outside world.
 */

/** As fetch() has it. */
const MOST_ENCODINGS = 5

type Answered = { response: { headers: Buffer[] } }

subscribe('undici:request:headers', (message) => {
  // Names and values in turns; fetch() reads them from here afterwards.
  const { headers } = (message as Answered).response
  const isStated = (n: number) => n % 2 === 1 && /^content-encoding$/i.test(`${headers[n - 1]}`)
  const stated = [...headers.keys()].filter(isStated)
  const encodings = stated.flatMap((n) => `${headers[n]}`.split(','))
  if (encodings.length > MOST_ENCODINGS) for (const n of stated) headers[n] = Buffer.from('identity')
})
