import { join } from 'node:path'

/** The socket of the embedded database in a folder, under the name by which every PostgreSQL client looks for it there. */
export const socketIn = (folder: string) => join(folder, '.s.PGSQL.5432')

/** The address by which `pg` connects to it. */
export const socketUrl = (folder: string) =>
  `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=postgres`
