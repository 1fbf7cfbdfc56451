import { type ResolveFnOutput, registerHooks } from 'node:module'

/*
 * Halves what loading the shop's modules costs. For every bare name that a module imports Node parses two package.json
 * files anew: that of the importing package, and that of the imported one (drizzle-orm's is 180 kB long). So each name
 * is looked up once for a package. And drizzle-orm is loaded in its CommonJS form: as ES modules its hundreds of files
 * cost a second of every start and 100 MB of memory. This module is imported before everything that leads to
 * drizzle-orm.
 */
const known = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, next) {
    // An ES module names a file beside it in full: there is nothing to look for.
    if (/^\.\.?\//.test(specifier) && context.conditions.includes('import'))
      return { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
    if (/^(?:[./]|node:|file:|data:)/.test(specifier)) return next(specifier, context)
    const lean = /^drizzle-orm(?:\/|$)/.test(specifier)
    const conditions = lean ? ['node', 'require'] : context.conditions
    // All files of one package, and all of the shop's own, find the same under a name.
    const [asks = ''] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(context.parentURL ?? '') ?? []
    const key = [specifier, asks, ...conditions].join(' ')
    const found = known.get(key) ?? { ...next(specifier, { ...context, conditions }), shortCircuit: true }
    known.set(key, found)
    return found
  },
})
