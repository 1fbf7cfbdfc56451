import { Problem } from '../problems.ts'

/** No call takes a compressed body: of a few kilobytes it could make gigabytes. */
export function requireUnencoded(headers: Headers): void {
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding') ?? ''))
    throw new Problem('unsupported-encoding', 'Send the body as it is, not compressed (Content-Encoding).')
}

/** Calls take no other body than JSON in UTF-8. */
export function requireJson(contentType: string | undefined): void {
  if (!/^application\/json(?:;\s*charset=(?:utf-8|"utf-8"))?$/i.test(contentType ?? ''))
    throw new Problem('unsupported-type', 'Send JSON, with the content type application/json.')
}

/** A query with escapes that decode to no text (`%zz`, `%ff`) would be guessed at, differently by each reader. */
export function requireReadableQuery(url: string): void {
  try {
    decodeURIComponent(/\?[^#]*/.exec(url)?.[0] ?? '')
  } catch {
    throw new Problem('bad-input', 'The query cannot be read: an escape in it is not valid text.', {
      errors: [{ pointer: '/query', message: 'Is not text.' }],
    })
  }
}
