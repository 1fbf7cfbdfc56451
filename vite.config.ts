import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { IN_ASCII } from './scripts/in-ascii.ts'

/** What pages with laptops are made of, and the home page is not. */
const OF_LAPTOPS = 'laptop-grid|laptop-card|report-button|form-missing|wishlist|order-button|who-may-buy'
const LAPTOPS = new RegExp(`/app/ui/(?:${OF_LAPTOPS})`)

/** What lists are made of, public or personal. The home page has none that grows, nor a question. */
const OF_LISTS = 'dialog|icon-action|load-more|loaded'
const LIST_STATE = 'list-of-page|number-by-place|use-(?:more|wished)'
const LISTS = new RegExp(`/app/(?:ui/(?:${OF_LISTS})|${LIST_STATE})`)

/** What comes when somebody orders, some of it also with pages of the dashboard. */
const OF_ORDERS = 'booking|phone|seller-name'
const ORDERS = new RegExp(`/app/(?:ui/(?:${OF_ORDERS})|as-ascii)`)

/** What most pages of the dashboard are made of; and what it shares with the sign-in, whose file would take it in. */
const OF_TABLES = 'call-among|data-table|email-cell|for-role|lead-on|not-admin|paid'
const TABLES = new RegExp(`/app/ui/(?:${OF_TABLES})|/app/paid-orders|/contract/which-laptop`)
const ACCOUNT = /\/app\/(?:account-service|use-said|say-signed-up|ui\/(?:hold-choice|send-mail))/

/** What the pages of the sign-in share. */
const OF_SIGN_IN = 'already|google|password|sign-in-panel'
const SIGN_IN = new RegExp(`/app/(?:ui/(?:${OF_SIGN_IN})|known-email|next-path|sign-in\\.)`)

/** Our own modules that public pages load at once: all but those, and the others of dashboard, sign-in and legal pages. */
const VISITORS = new RegExp(
  `/(?:app|contract)/(?!ui/(?:legal|people|personal|confirm|search|image|role|report-(?:dialog|reason)|hold-choice|send-mail|${OF_SIGN_IN}|${OF_TABLES}|${OF_LAPTOPS}|${OF_LISTS}|${OF_ORDERS})|${LIST_STATE}|upload-image|shrink-picture|use-(?:selection|load|entry-state|said)|refusals|which-laptop|paid-orders|as-ascii|known-email|next-path|sign-in\\.|account-service|say-signed-up|routes/)`,
)

/**
 * What the shop keeps beside its sources: with a hundred thousand files of it there is no memory left. By its place and
 * not by its name, since the project itself may lie in a folder that is called so.
 */
const isKeptBeside = (path: string) =>
  /^(?:\.cache|data)(?:[\\/]|$)/.test(relative(import.meta.dirname, path))

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
            // Few files: the libraries of every page in one, what two pages of visitors share in another, and one
            // each for what only those with laptops need, with lists, who orders, those of the dashboard, of the sign-in, and
            // for an account.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/,
                  priority: 2,
                },
                { name: 'site', test: VISITORS, minShareCount: 2, priority: 1 },
                { name: 'laptops', test: LAPTOPS, minShareCount: 2 },
                { name: 'lists', test: LISTS, minShareCount: 2, priority: 1 },
                { name: 'orders', test: ORDERS, minShareCount: 2 },
                { name: 'sign-in', test: SIGN_IN, minShareCount: 2 },
                { name: 'account', test: ACCOUNT, minShareCount: 2, priority: 1 },
                { name: 'tables', test: TABLES, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
}))
