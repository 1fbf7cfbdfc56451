/**
 * Where the bytes of pictures are kept, all of them WebP. Keys are plain file names (`<id>-320.webp`); what was saved
 * under one is never changed, only removed. All throw ImageStoreUnavailable where the store cannot be used.
 */
export type ImageStore = {
  /** Returns when the bytes would survive the end of this process. Throws where they cannot be kept. */
  save(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes saved under a key, or undefined. Throws where the store does not answer; ImageNotWhole. */
  read(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Removes what is there; keys without anything are passed over. */
  remove(keys: readonly string[]): Promise<void>
}

/** The store refuses, or has not answered in time; its words and its cause say which. */
export class ImageStoreUnavailable extends Error {}

/** What is kept there is not a whole picture: some of it was lost, or something else stands in its place. */
export class ImageNotWhole extends ImageStoreUnavailable {}

const KEY = /^[a-z0-9][a-z0-9-]*\.[a-z0-9]+$/

/** Refuses what could name anything but one file of the store (a programming error: callers make keys from ids). */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error('An image key must be a plain lower-case file name.')
  return key
}
