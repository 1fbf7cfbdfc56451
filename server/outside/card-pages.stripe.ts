import { CardProviderUnavailable } from './card-payments.ts'

/** Limits a list to what was made at or after a time. */
export const since = (time: Date) => ({ gte: Math.floor(time.getTime() / 1000) })

type StripePage = { data: { id: string }[]; has_more: boolean }

/** Goes through a list of the provider's, page after page. */
export async function* everyPage(read: (after: { starting_after?: string }) => Promise<StripePage>) {
  let after: { starting_after: string } | undefined
  do {
    const page = await read(after ?? {})
    if (!Array.isArray(page.data)) throw new CardProviderUnavailable(new Error('The answer is no list.'))
    yield* page.data
    const last = page.has_more ? page.data.at(-1) : undefined
    after = last && { starting_after: last.id }
  } while (after)
}
