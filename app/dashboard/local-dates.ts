/* Pages that only the browser renders, for one person, show the days and hours of their time zone. */

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** `Nov 21, 2026` */
export const formatLocalDay = (iso: string): string => day.format(new Date(iso))

/** `Nov 21, 2026, 9:30 AM` */
export const formatLocalMoment = (iso: string): string => moment.format(new Date(iso))
