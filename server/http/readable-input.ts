import { Problem } from '../problems.ts'

/** JSON in UTF-8 is the only body that the calls take. */
export function requireJson(contentType: string | undefined): void {
  if (!/^application\/json(?:;\s*charset=(?:utf-8|"utf-8"))?$/i.test(contentType ?? ''))
    throw new Problem('unsupported-type', 'Send JSON, with the content type application/json.')
}

/** A query whose escapes stand for no text (`%zz`, `%ff`) would be guessed at, by each reader in its own way. */
export function requireReadableQuery(url: string): void {
  try {
    decodeURIComponent(/\?[^#]*/.exec(url)?.[0] ?? '')
  } catch {
    throw new Problem('bad-input', 'The query cannot be read: an escape in it stands for no text.', {
      errors: [{ pointer: '/query', message: 'Is not text.' }],
    })
  }
}
