import type { AuditEvent } from '#contract/audit.ts'
import { formatCents } from '#contract/money.ts'

/**
 * The other facts of a line, by name: whom or what it is about, amounts in dollars, the network address, and the
 * request's id. Unknown ones are left out.
 */
export function detailsOf({ subject, actorId, details, address, requestId }: AuditEvent): [string, string][] {
  const all: [string, string | number | null][] = [
    ['about', subject === actorId ? null : subject],
    ...Object.entries(details).map(([name, value]): [string, string | number | null] =>
      name.endsWith('Cents') && typeof value === 'number'
        ? [toWords(name.slice(0, -'Cents'.length)), formatCents(value)]
        : [toWords(name), value],
    ),
    ['address', address],
    ['request', requestId],
  ]
  return all.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, String(value)]]))
}

/** `paymentId` is `payment id`. */
const toWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
