import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { type ApiDeps, createApi } from '../server/api.ts'

/* Writes contract/openapi.json from the definitions. The document needs none of the other dependencies. */
const { app } = createApi({ log: pino({ level: 'silent' }), origins: [] as string[] } as ApiDeps)
const document = await app.request('/api/openapi.json')
writeFileSync('contract/openapi.json', `${JSON.stringify(await document.json(), null, 2)}\n`)
