import { registerHooks } from 'node:module'

/*
 * Loads drizzle-orm in its CommonJS form. For each ES module Node reads the package.json around it anew, and
 * drizzle-orm's is 180 kB long beside hundreds of modules: as ES modules they cost a second of every start
 * and 100 MB of memory. Imported before everything that leads to it.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context)
    return next(specifier, { ...context, conditions: ['node', 'require'] })
  },
})
