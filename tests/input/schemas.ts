import { z } from 'zod'

/** A JSON Schema, as in the OpenAPI document. */
export type Schema = {
  $ref?: string
  allOf?: Schema[]
  anyOf?: Schema[]
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}
export type Schemas = Record<string, Schema>

/**
 * The schema with its references and extensions inlined, in which no object may have a property that is not described.
 * (The shop's schemas are not recursive.)
 */
export function inOnePiece(schema: Schema, named: Schemas): Schema {
  const { $ref, allOf, ...rest } = schema
  const parts = [...($ref ? [named[$ref.split('/').at(-1) ?? '']] : []), ...(allOf ?? [])]
    .filter((part) => part !== undefined)
    .map((part) => inOnePiece(part, named))
  const own: Schema = {
    ...rest,
    ...(rest.items && { items: inOnePiece(rest.items, named) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map((one) => inOnePiece(one, named)) }),
    ...(rest.properties && {
      properties: Object.fromEntries(
        Object.entries(rest.properties).map(([name, one]) => [name, inOnePiece(one, named)]),
      ),
    }),
  }
  const merged: Schema = {}
  for (const { properties, required, ...part } of [...parts, own]) {
    Object.assign(merged, part)
    if (properties) merged.properties = { ...merged.properties, ...properties }
    if (required) merged.required = [...(merged.required ?? []), ...required]
  }
  return merged.properties ? { additionalProperties: false, ...merged } : merged
}

/** What is wrong with a value according to its schema; undefined if nothing is. */
export function faultOf(validator: z.ZodType, value: unknown): string | undefined {
  const { success, error } = validator.safeParse(value)
  return success ? undefined : z.prettifyError(error)
}

export const validatorOf = (schema: Schema): z.ZodType =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
