import { type ResolveFnOutput, registerHooks } from 'node:module'

/*
 * Halves the cost of loading the shop's modules. For every bare import Node parses two package.json files again: that
 * of the importing package, and that of the imported one (drizzle-orm's is 180 kB long). So each name is resolved once
 * per package. And drizzle-orm is loaded in its CommonJS form: as ES modules its hundreds of files cost a second of
 * every start and 100 MB of memory. Import this module before anything that leads to drizzle-orm.
 */
const known = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, next) {
    // A relative import of an ES module names its file in full: there is nothing to resolve.
    if (/^\.\.?\//.test(specifier) && context.conditions.includes('import'))
      return { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
    if (/^(?:[./]|node:|file:|data:)/.test(specifier)) return next(specifier, context)
    const lean = /^drizzle-orm(?:\/|$)/.test(specifier)
    const conditions = lean ? ['node', 'require'] : context.conditions
    // For all files of one package, and for all of the shop's own, a name resolves to the same module.
    const [asks = ''] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(context.parentURL ?? '') ?? []
    const key = [specifier, asks, ...conditions].join(' ')
    const found = known.get(key) ?? { ...next(specifier, { ...context, conditions }), shortCircuit: true }
    known.set(key, found)
    return found
  },
})
