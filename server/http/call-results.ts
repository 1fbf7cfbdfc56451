import type { JsonText } from '../database/json-text.ts'
import { type Page, pageHeaders } from '../paging.ts'
import type { CallResult } from './serve.ts'

/** Answers a page of a list with its paging headers. */
export function paged<T>(url: string, page: Page<T | JsonText<T>>): CallResult<T[]> {
  return { body: page.rows, headers: pageHeaders(url, page) }
}

/** Answers 201 with the id of a new row, or 200 with the id of the row that was there already. */
export function inserted({ id, isNew }: { id: string; isNew: boolean }) {
  return {
    status: isNew ? (201 as const) : (200 as const),
    body: { acknowledged: true as const, insertedId: id },
  }
}

/** Answers how many rows changed. */
export function modified(count: number) {
  return { body: { acknowledged: true as const, modifiedCount: count } }
}

/** Answers how many rows were deleted. */
export function deleted(count: number) {
  return { body: { acknowledged: true as const, deletedCount: count } }
}
