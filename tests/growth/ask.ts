export type Asked = {
  token?: string
  cookie?: string
  /** The site whose pages send the cookie. */
  origin?: string
  key?: string
  body?: object | URLSearchParams
}
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by comparing, not by type
type Answered = { status: number; headers: Headers; body: any }

/** How long an answer may take: whoever waits longer has been forgotten. */
const FORGOTTEN_MS = 20_000

/** Asks over HTTP as a browser or a program would. Rejects where the connection ends before the answer has. */
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
