import { expect, it } from 'vitest'
import { Email, Paging } from '#contract/fields.ts'
import { PaymentInfo } from '#contract/payments.ts'

it.each([
  ['an e-mail far too long', Email, 'x'.repeat(1001), 'Must have at most 254 characters.'],
  ['a query field given twice', Paging.shape.after, ['a', 'b'], 'Must be one text, not several.'],
  ['a number for text', Paging.shape.after, 1, 'Must be text.'],
  ['neither text nor number', PaymentInfo.shape.price, null, 'Must be text or a number.'],
])('the refusal of %s says what is accepted', (_what, schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})
