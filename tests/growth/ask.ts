export type Asked = {
  token?: string
  cookie?: string
  /** The site whose page sends the cookie. */
  origin?: string
  key?: string
  body?: object | URLSearchParams
}
// biome-ignore lint/suspicious/noExplicitAny: tests check a response by comparing values, not by type
type Answered = { status: number; headers: Headers; body: any }

/** The timeout of a response: a request that takes longer is lost. */
const FORGOTTEN_MS = 20_000

/** Makes a request over HTTP as a browser or a program would. Rejects if the connection ends before the response. */
export async function ask(url: string, { token, cookie, origin, key, body }: Asked = {}): Promise<Answered> {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(origin && { origin }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(FORGOTTEN_MS),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: /^[[{]/.test(text) ? JSON.parse(text) : text,
  }
}
