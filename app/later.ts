/**
 * What a page shows when it comes, by Loaded. That it failed is said there too, also where it failed before the
 * page was there to say it.
 */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
