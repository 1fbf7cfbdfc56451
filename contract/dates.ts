const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** An ISO 8601 time as the medium style shows it, in UTC so that server and browser agree: `Nov 21, 2026`. */
export function formatMediumDate(iso: string): string {
  return medium.format(new Date(iso))
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** To the second, in UTC, where the order of things matters: `Nov 21, 2026, 09:30:00 UTC`. */
export function formatMoment(iso: string): string {
  return `${moment.format(new Date(iso))} UTC`
}
