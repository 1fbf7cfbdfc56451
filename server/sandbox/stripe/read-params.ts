import { z } from 'zod'
import type { FormTree } from './form.ts'
import { invalid } from './problems.ts'

/** Whole numbers as forms carry them. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be an integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const list = z.record(z.string(), z.string()).transform((tree) => Object.values(tree))
export const metadata = z.record(z.string().min(1).max(40), z.string().max(500))
export const expand = { expand: list.optional() }
/** What may limit and continue a list. */
export const paging = {
  ...expand,
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  created: z
    .strictObject({
      gt: integer.optional(),
      gte: integer.optional(),
      lt: integer.optional(),
      lte: integer.optional(),
    })
    .optional(),
}

/** The provider's way of writing where in the form a value stands: `payment_method_data[card][number]`. */
function paramName([first, ...rest]: PropertyKey[]): string {
  return `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`
}

function valueAt(tree: FormTree, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as FormTree | undefined)?.[String(part)], tree)
}

/**
 * The form's parameters in the shape an endpoint takes. Refuses what it does not take in the provider's
 * manner: 400 with `parameter_missing`, `parameter_unknown`, or the value's own fault, and the `param`.
 */
export function readParams<S extends z.ZodType>(schema: S, form: FormTree): z.output<S> {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...issue.path, issue.keys[0]!])
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = paramName(issue.path)
  const value = valueAt(form, issue.path)
  if (value === undefined) {
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue.message === 'must be an integer') {
    throw invalid(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param })
  }
  throw invalid(`Invalid ${param}: ${issue.message}`, { param })
}
