import type { FormTree } from './form.ts'
import type { IntentBody } from './new-intent.ts'
import { invalid } from './problems.ts'
import { findCharges } from './store.ts'
import type { Work } from './work.ts'

type List = { object: 'list'; data: IntentBody[] }

/**
 * The object with what `expand[]` asks to see in place of its id: `latest_charge` of a payment,
 * `data.latest_charge` of a list of payments. 400 for anything else.
 */
export async function expandAnswer(work: Work, object: object, form: FormTree): Promise<object> {
  const asked = typeof form.expand === 'object' ? Object.values(form.expand) : []
  let expanded = object
  for (const name of asked) {
    const kind = (expanded as { object: string }).object
    if (name === 'latest_charge' && kind === 'payment_intent') {
      const [intent] = await withCharges(work, [expanded as IntentBody])
      expanded = intent!
    } else if (name === 'data.latest_charge' && kind === 'list') {
      const list = expanded as List
      expanded = { ...list, data: await withCharges(work, list.data) }
    } else {
      throw invalid(`This property cannot be expanded (${String(name)}).`, { param: 'expand' })
    }
  }
  return expanded
}

async function withCharges(work: Work, intents: IntentBody[]): Promise<object[]> {
  const charges = await findCharges(
    work,
    intents.flatMap(({ latest_charge }) => latest_charge ?? []),
  )
  return intents.map((intent) => ({
    ...intent,
    latest_charge: charges.find(({ id }) => id === intent.latest_charge) ?? null,
  }))
}
