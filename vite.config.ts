import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { IN_ASCII } from './scripts/in-ascii.ts'

/** A module's path within the project, whatever the folders above the project are called. */
const placeOf = (module: string) => relative(import.meta.dirname, module).replaceAll('\\', '/')
const liesIn =
  (...places: string[]) =>
  (module: string) =>
    places.some((place) => placeOf(module).startsWith(place))

/** The home page has no list that grows, no dialog, and no row actions. */
const LISTS = ['app/lists/', 'app/ui/dialog', 'app/ui/icon-action']
const DASHBOARD = ['app/dashboard/', 'contract/which-laptop']
/** What the dashboard shares with the sign-in pages. */
const ACCOUNT = ['app/account/', 'app/forms/hold-choice', 'app/use-load']
const ONLY_THERE = [
  ...['app/images/', 'app/people/', 'app/reports/', 'app/routes/', 'app/ui/legal-page', 'contract/refusals'],
  ...['app/laptops/', 'app/orders/', 'app/sign-in/', ...LISTS, ...DASHBOARD, ...ACCOUNT],
]
/** Our own modules that public pages load at once. */
const isForVisitors = (module: string) =>
  liesIn('app/', 'contract/')(module) && !liesIn(...ONLY_THERE)(module)

/**
 * The shop's data next to its sources: watching a hundred thousand files there would use up the memory. Matched by path
 * within the project, not by name, since the project itself may be in a folder with such a name.
 */
const isKeptBeside = (path: string) => /^(?:\.cache|data)(?:\/|$)/.test(placeOf(path))

/**
 * The built pages include React's production build. Loaded from node_modules, React would go by `NODE_ENV` when the
 * shop starts; if that is not set, as when somebody tries the shop out, rendering a page takes twice as long.
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
            // Few files: one with the libraries of every page, one with what two visitors' pages share, and one for
            // each area that several pages share and the home page needs nothing of.
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
