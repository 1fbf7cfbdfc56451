import type pg from 'pg'
import { listMadeTables } from '../database/migrate.ts'

/** The schemas of the shop and of its card sandbox. The job queue's schema is its own business. */
const SCHEMAS = ['public', 'sandbox_stripe']
/**
 * Not in a backup as rows: its manifest has the migrations, and the counts are counted again as the rows are restored.
 */
const NOT_KEPT = ['public.migrations', 'public.counts']

/** A table under its full name, and its identity column, if it has one. */
export type Table = { name: string; identity: string | null }

/** All tables in the shop's schemas, also those that an operator made there. */
export async function listAllTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
       (select attname from pg_attribute where attrelid = c.oid and attidentity <> '' limit 1) as identity
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by 1`,
    [SCHEMAS],
  )
  return rows.filter(({ name }) => !NOT_KEPT.includes(name))
}

/** The tables that migrations created and that are not among `tables`: moved to another schema, or lost. */
export async function listMissingTables(tables: Table[], migrations: string[]): Promise<string[]> {
  const made = (await listMadeTables(migrations)).map((name) => `public.${name}`)
  return made.filter((name) => !NOT_KEPT.includes(name) && !tables.some((table) => table.name === name))
}

/** The shop's tables with its data, each after those that it references. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const made = (await listMadeTables()).map((name) => `public.${name}`)
  const isOwn = ({ name }: Table) => made.includes(name) || !name.startsWith('public.')
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select a.nspname || '.' || c.relname as from, b.nspname || '.' || d.relname as to
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace a on a.oid = c.relnamespace
     join pg_class d on d.oid = k.confrelid join pg_namespace b on b.oid = d.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  )
  const waiting = (await listAllTables(client)).filter(isOwn)
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const isFree = ({ name }: Table) =>
      !references.some(({ from, to }) => from === name && waiting.some((other) => other.name === to))
    const next = waiting.findIndex(isFree)
    if (next < 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}
