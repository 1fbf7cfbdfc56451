import { asc, eq, sql } from 'drizzle-orm'
import { prepared } from '../database/prepared.ts'
import { brands } from '../database/schema.ts'

const shown = { _id: brands.id, brand: brands.brand, logo: brands.logo }

/** Every brand, in the order of the top bar. */
export const listBrands = prepared(
  (db) => db.select(shown).from(brands).orderBy(asc(brands.position)),
  'brands',
  { pipelined: true },
)

/** The brand with an id, as a list; an empty one if there is none. */
export const findBrand = prepared(
  (db) =>
    db
      .select(shown)
      .from(brands)
      .where(eq(brands.id, sql.placeholder('id'))),
  'brand',
  { pipelined: true },
)
