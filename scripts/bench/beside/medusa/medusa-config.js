const { defineConfig } = require('@medusajs/framework/utils')

const origin = 'http://localhost'

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // As many connections as the shop has.
    databaseDriverOptions: { ssl: false, pool: { max: 10 } },
    http: {
      storeCors: origin,
      adminCors: origin,
      authCors: origin,
      jwtSecret: 'of the bench alone',
      cookieSecret: 'of the bench alone',
    },
  },
  admin: { disable: true },
})
