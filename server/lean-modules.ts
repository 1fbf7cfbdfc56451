import { type ResolveFnOutput, registerHooks } from 'node:module'

/*
 * Halves what loading the shop's modules costs. Node parses the package.json around a module anew for each thing that
 * it imports by a bare name, and that package's own too; drizzle-orm's alone is 180 kB long. So what a package
 * means by a name is looked up once. And drizzle-orm is loaded in its CommonJS form: as ES modules its hundreds
 * of files cost a second of every start and 100 MB of memory. Imported before everything that leads to it.
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
