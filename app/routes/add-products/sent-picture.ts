import { type Draft, dropDraft, keepValues, readDraft } from '../../forms/draft.ts'

/*
 * The picture already sent for a laptop that is not added yet, by the key of its form's draft: by the picture the shop
 * recognises a laptop that is sent again. Stored beside the draft, since reloading the page also loses an answer; and
 * in memory, for browsers that store nothing.
 */

const pictures = new Map<string, Draft>()
const keyOf = (draftKey: string) => `picture of ${draftKey}`

/** The URL of the picture, if this file is the one that was sent: chosen again, it is another object. */
export function findSentPicture(draftKey: string, { name, size, lastModified }: File): string | undefined {
  const sent = pictures.get(draftKey) ?? readDraft(keyOf(draftKey))
  const isSame = sent.name === name && sent.size === `${size}` && sent.lastModified === `${lastModified}`
  return isSame ? sent.url : undefined
}

/** Call this once it is sent, before the laptop is. */
export function keepSentPicture(draftKey: string, { name, size, lastModified }: File, url: string): void {
  const sent = { name, size: `${size}`, lastModified: `${lastModified}`, url }
  pictures.set(draftKey, sent)
  keepValues(keyOf(draftKey), sent)
}

/** Call this once its laptop is added, or the shop no longer accepts it. */
export function forgetSentPicture(draftKey: string): void {
  pictures.delete(draftKey)
  dropDraft(keyOf(draftKey))
}
