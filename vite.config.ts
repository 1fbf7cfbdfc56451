import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { IN_ASCII } from './scripts/in-ascii.ts'

/** Where a module lies in the project; whatever the folders are called that the project itself lies in. */
const placeOf = (module: string) => relative(import.meta.dirname, module).replaceAll('\\', '/')
const liesIn =
  (...places: string[]) =>
  (module: string) =>
    places.some((place) => placeOf(module).startsWith(place))

/** The home page has no list that grows, no question, and none of the actions of a row. */
const LISTS = ['app/lists/', 'app/ui/dialog', 'app/ui/icon-action']
const DASHBOARD = ['app/dashboard/', 'contract/which-laptop']
/** What the dashboard shares with the pages of the sign-in. */
const ACCOUNT = ['app/account/', 'app/forms/hold-choice', 'app/use-load']
const ONLY_THERE = [
  ...['app/images/', 'app/people/', 'app/reports/', 'app/routes/', 'app/ui/legal-page', 'contract/refusals'],
  ...['app/laptops/', 'app/orders/', 'app/sign-in/', ...LISTS, ...DASHBOARD, ...ACCOUNT],
]
/** Our own modules that public pages load at once. */
const isForVisitors = (module: string) =>
  liesIn('app/', 'contract/')(module) && !liesIn(...ONLY_THERE)(module)

/**
 * What the shop keeps beside its sources: with a hundred thousand files of it there is no memory left. By its place and
 * not by its name, since the project itself may lie in a folder that is called so.
 */
const isKeptBeside = (path: string) => /^(?:\.cache|data)(?:\/|$)/.test(placeOf(path))

/**
 * The built pages hold React as it is for production. Taken out of node_modules it goes by `NODE_ENV` when the shop
 * starts, and in one to try out, where that is not set, it takes twice as long to make a page.
 */
const PRODUCTION_REACT = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { noExternal: true as const },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), IN_ASCII],
  server: { watch: { ignored: isKeptBeside } },
  environments: {
    ssr: {
      build: { rollupOptions: { input: './app/server.ts' } },
      ...(command === 'build' && PRODUCTION_REACT),
    },
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Few files: the libraries of every page in one, what two pages of visitors share in another, and one for
            // each room that pages share and the home page has nothing of.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/,
                  priority: 2,
                },
                { name: 'site', test: isForVisitors, minShareCount: 2, priority: 1 },
                { name: 'laptops', test: liesIn('app/laptops/'), minShareCount: 2 },
                { name: 'lists', test: liesIn(...LISTS), minShareCount: 2, priority: 1 },
                { name: 'orders', test: liesIn('app/orders/'), minShareCount: 2 },
                { name: 'sign-in', test: liesIn('app/sign-in/'), minShareCount: 2 },
                { name: 'account', test: liesIn(...ACCOUNT), minShareCount: 2, priority: 1 },
                { name: 'dashboard', test: liesIn(...DASHBOARD), minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
}))
