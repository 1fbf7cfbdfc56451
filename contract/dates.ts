/*
 * Written by hand, because every page with laptops formats dates and prices while it hydrates, and creating the formats
 * of `Intl` there takes a browser longer than everything else in the site's own scripts.
 */

/** An ISO 8601 time as the medium style shows it, in UTC so that server and browser agree: `Nov 21, 2026`. */
export function formatMediumDate(iso: string): string {
  return partsOf(iso).date
}

/** To the second, in UTC, where the order of things matters: `Nov 21, 2026, 09:30:00 UTC`. */
export function formatMoment(iso: string): string {
  const { date, time } = partsOf(iso)
  return `${date}, ${time} UTC`
}

/** As in `Sat, 21 Nov 2026 09:30:00 GMT`, which is the same everywhere (ECMA-262, Date.prototype.toUTCString). */
function partsOf(iso: string) {
  const [, day, month, year, time] = new Date(iso).toUTCString().split(' ')
  return { date: `${month} ${Number(day)}, ${year}`, time }
}
