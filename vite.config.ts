import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: { build: { rollupOptions: { input: './app/server.ts' } } },
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Few files: the libraries of every page in one, and what two pages or more have in common in another.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|rolldown|preload-helper/,
                  priority: 2,
                },
                { name: 'site', test: /\/(?:app|contract)\//, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
})
