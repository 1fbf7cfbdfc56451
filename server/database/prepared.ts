import type { Db } from './with-transaction.ts'

type Values = Record<string, unknown>
type Query<Answer> = { prepare(name: string): { execute(values: Values): Promise<Answer> } }

/**
 * A query with placeholders that is written once for each pool of connections and then only asked: to write its SQL
 * anew takes the processor about as long as to read its answer.
 */
export function prepared<Answer>(write: (db: Db) => Query<Answer>) {
  const written = new WeakMap<Db, ReturnType<Query<Answer>['prepare']>>()
  return (db: Db, values: Values = {}): Promise<Answer> => {
    const query = written.get(db) ?? write(db).prepare('')
    written.set(db, query)
    return query.execute(values)
  }
}
