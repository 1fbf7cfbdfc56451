import fc from 'fast-check'
import { inOnePiece, type Schema, type Schemas } from './schemas.ts'

/* Generates requests from the OpenAPI document alone: valid ones, and ones with something wrong somewhere. */

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type Generated = {
  operation: Operation
  who: string
  path: string
  headers: Record<string, string>
  body: unknown
}
export type Document = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path' | 'body'> & { requestBody?: never }>>
  components: { schemas: Schemas }
}

/** Every operation below /api of the document whose body, if any, is JSON. */
export function operationsOf({ paths, components: { schemas } }: Document): Operation[] {
  const below = Object.entries(paths).filter(([path]) => !path.startsWith('/auth/'))
  return below.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], responses, requestBody }]) => {
      const content = (requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content
      const body = content?.['application/json']?.schema
      if (content && !body) return []
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => ({ ...one, schema: inOnePiece(one.schema, schemas) })),
        body: body && inOnePiece(body, schemas),
        responses,
      }
    }),
  )
}

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  'true',
  '[]',
  '\0',
  'a\0',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  '%00',
  '%zz',
  '../..',
  "' or 1=1--",
  '{{7*7}}',
  '<script>',
  '\r\nX: y',
  'x'.repeat(300),
  'x'.repeat(5_000),
  '９',
  '😀',
  '\u0000\uffff',
] as const
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }))
/** Any JSON value, and a text that no JSON serializer would write. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -0, 1e21, true),
)

/** Values that are valid by the schema, as far as it goes. */
function valuesOf(schema: Schema, real: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, real)))
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([name, one]) => [name, valuesOf(one, real)])
    return fc.record(Object.fromEntries(entries), { requiredKeys: (schema.required ?? []) as never[] })
  }
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
  if (type === 'number') return fc.integer({ min: 50, max: 99_999_999 }).map((cents) => cents / 100)
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(valuesOf(schema.items ?? {}, real), { maxLength: 3 })
  if (schema.format === 'uuid') return real.length ? fc.oneof(fc.constantFrom(...real), uuid) : uuid
  if (schema.format === 'email')
    return fc.constantFrom(...real.filter((one) => one.includes('@')), 'nobody@example.com')
  const { minLength = 1, maxLength = 40 } = schema
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    fc.constantFrom('01712345678', '449.5', '450.25', '1Y 2M', 'pi_1', ...real),
  )
}
const uuid = fc.uuid().map((id) => id.toLowerCase())

/** A body with one field made wrong: another value, left out, or an additional one. */
function spoil(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return anything
  const names = Object.keys(body)
  return fc
    .tuple(fc.constantFrom(...names, 'more'), fc.oneof(anything, fc.constant(undefined)))
    .map(([name, value]) => ({
      ...body,
      [name]: value,
    }))
}

/** Requests to any operation. `real` are existing ids and e-mails for an operation. */
export function requests(
  operations: Operation[],
  people: string[],
  real: (operation: Operation) => readonly string[],
): fc.Arbitrary<Generated> {
  return fc.constantFrom(...operations).chain((operation) => {
    const known = real(operation)
    const text = (schema: Schema) =>
      fc.oneof(
        { weight: 8, arbitrary: valuesOf(schema, known).map(String) },
        { weight: 2, arbitrary: hostile },
      )
    const parameters = operation.parameters.map((one) =>
      one.required || one.in === 'path'
        ? text(one.schema)
        : fc.option(text(one.schema), { freq: 3, nil: undefined }),
    )
    const good = operation.body ? valuesOf(operation.body, known) : fc.constant(undefined)
    const body = operation.body
      ? fc.oneof(
          { weight: 5, arbitrary: good },
          { weight: 4, arbitrary: good.chain(spoil) },
          { weight: 1, arbitrary: anything },
        )
      : good
    return fc
      .record({ who: fc.constantFrom(...people), values: fc.tuple(...parameters), body })
      .map(({ who, values, body }) => ({ operation, who, body, ...addressOf(operation, values) }))
  })
}

function addressOf({ path, parameters }: Operation, values: (string | undefined)[]) {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let address = path
  for (const [at, { name, in: where }] of parameters.entries()) {
    const value = values[at]
    if (value === undefined) continue
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()))
    else if (where === 'query') query.append(name, value)
    // Values that no header can carry are not sent.
    else if (/^[\x20-\x7e\x80-\xff]*$/.test(value)) headers[name] = value
  }
  return { path: query.size ? `${address}?${query}` : address, headers }
}
