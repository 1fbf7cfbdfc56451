/**
 * Stores the bytes of pictures, all of them WebP. Keys are plain file names (`<id>-320.webp`); what is saved under one
 * is never changed, only removed. All functions throw ImageStoreUnavailable if the store cannot be used.
 */
export type ImageStore = {
  /** Returns when the bytes would survive the end of this process. Throws if they cannot be saved. */
  save(key: string, bytes: Uint8Array): Promise<void>
  /**
   * The bytes saved under a key, or undefined. Throws if the store does not answer, and ImageNotWhole if they are
   * damaged.
   */
  read(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Removes what is there; keys without a picture are ignored. */
  remove(keys: readonly string[]): Promise<void>
}

/** The store refuses, or has not answered in time; its message and its cause say which. */
export class ImageStoreUnavailable extends Error {}

/** What is stored there is not a whole picture: part of it was lost, or something else is in its place. */
export class ImageNotWhole extends ImageStoreUnavailable {}

const KEY = /^[a-z0-9][a-z0-9-]*\.[a-z0-9]+$/

/**
 * Throws for a key that could name anything but one file of the store (a programming error: callers make keys from
 * ids).
 */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error('An image key must be a plain lower-case file name.')
  return key
}
