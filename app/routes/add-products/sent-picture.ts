import { type Draft, dropDraft, keepValues, readDraft } from '../../forms/draft.ts'

/*
 * The picture that was sent of a laptop that is not added yet, by the key of its form's draft: by it the shop knows a
 * laptop that is sent again. Beside the draft, since an answer is lost, too, where the page is loaded again; and here,
 * where the browser keeps nothing.
 */

const pictures = new Map<string, Draft>()
const keyOf = (draftKey: string) => `picture of ${draftKey}`

/** Where the picture is, if it is the one that was sent: chosen again, it is another object. */
export function findSentPicture(draftKey: string, { name, size, lastModified }: File): string | undefined {
  const sent = pictures.get(draftKey) ?? readDraft(keyOf(draftKey))
  const isSame = sent.name === name && sent.size === `${size}` && sent.lastModified === `${lastModified}`
  return isSame ? sent.url : undefined
}

/** To be called once it is sent, before the laptop is. */
export function keepSentPicture(draftKey: string, { name, size, lastModified }: File, url: string): void {
  const sent = { name, size: `${size}`, lastModified: `${lastModified}`, url }
  pictures.set(draftKey, sent)
  keepValues(keyOf(draftKey), sent)
}

/** To be called once its laptop is added, or the shop no longer takes it. */
export function forgetSentPicture(draftKey: string): void {
  pictures.delete(draftKey)
  dropDraft(keyOf(draftKey))
}
