import type { FrontDoor } from '#tests/support/front-door.ts'
import { NOTED_COLUMNS, NOTES } from '#tests/support/tables.ts'

/**
 * From now on records every committed change of a row, so that checking whether a call changed anything is cheap enough
 * to be done hundreds of times. What any request may change in passing does not count, as in `hashTables`. Returns a
 * function that tells which tables have changed since its last call.
 */
export async function watchTables(shop: FrontDoor): Promise<() => Promise<string[]>> {
  const tables = await shop.sql(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information_schema$|jobs$)' and table_name <> all($1)`,
    [NOTES],
  )
  await shop.sql('create schema watch')
  await shop.sql('create table watch.changes (changed text not null)')
  await shop.sql(`create function watch.note() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and to_jsonb(old) - tg_argv::text[] = to_jsonb(new) - tg_argv::text[] then return null; end if;
      insert into watch.changes values (tg_table_schema || '.' || tg_table_name);
      return null;
    end $$`)
  for (const { schema, name } of tables) {
    const passing = (NOTED_COLUMNS[name] ?? []).map((column) => `'${column}'`).join(', ')
    await shop.sql(`create trigger watch after insert or update or delete on "${schema}"."${name}"
      for each row execute function watch.note(${passing})`)
  }
  return async () => {
    const rows = await shop.sql('delete from watch.changes returning changed')
    return [...new Set(rows.map(({ changed }) => changed as string))]
  }
}
