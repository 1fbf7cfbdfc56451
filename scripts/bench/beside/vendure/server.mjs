// A Vendure shop: `server.mjs <database> <port>` serves, `server.mjs <database> <port> <laptops.json>` fills it and ends.
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { bootstrap, DefaultLogger, LogLevel } from '@vendure/core'
import { importProductsFromCsv, populateInitialData } from '@vendure/core/cli/index.js'

const [url, port, laptops] = process.argv.slice(2)

const app = await bootstrap({
  apiOptions: {
    port: Number(port),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    cors: false,
    csrfPrevention: true,
  },
  authOptions: {
    superadminCredentials: { identifier: 'bench', password: 'of the bench alone' },
    cookieOptions: { secret: 'of the bench alone' },
  },
  // As many connections as the shop has. The tables are created when it is filled.
  dbConnectionOptions: { type: 'postgres', url, synchronize: laptops !== undefined, extra: { max: 10 } },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
})
if (laptops) await fill(laptops)

async function fill(file) {
  await populateInitialData(app, {
    defaultLanguage: 'en',
    defaultZone: 'Asia',
    countries: [{ name: 'Bangladesh', code: 'BD', zone: 'Asia' }],
    taxRates: [{ name: 'Standard', percentage: 0 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [],
  })
  const csv = `${file}.csv`
  writeFileSync(csv, toCsv(JSON.parse(await readFile(file, 'utf8'))))
  const { imported, errors } = await importProductsFromCsv(app, csv, 'en')
  if (errors?.length) throw new Error(`${errors.length} laptops were not taken: ${errors[0]}`)
  console.log(`${imported} laptops`)
  await app.close()
  process.exit()
}

/** One product with one variant per laptop, in the columns that Vendure imports. */
function toCsv(rows) {
  const heads = [
    ...['name', 'slug', 'description', 'assets', 'facets', 'optionGroups', 'optionValues', 'sku', 'price'],
    ...['taxCategory', 'stockOnHand', 'trackInventory', 'variantAssets', 'variantFacets'],
  ]
  const lines = rows.map(({ id, name, description, price }) => {
    const of = { name, slug: id, description, sku: id, price, taxCategory: 'standard', stockOnHand: 1 }
    return heads.map((head) => `"${String(of[head] ?? '').replaceAll('"', '""')}"`).join(',')
  })
  return [heads.join(','), ...lines].join('\n')
}
