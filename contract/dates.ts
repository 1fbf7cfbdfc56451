const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** An ISO 8601 time as the medium style shows it, in UTC so that server and browser agree: `Nov 21, 2026`. */
export function formatMediumDate(iso: string): string {
  return medium.format(new Date(iso))
}
