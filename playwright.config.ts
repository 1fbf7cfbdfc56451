import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.mjs'

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // Each worker has a shop and a browser, which take turns being idle.
  workers: 2,
  fullyParallel: true,
  // Only failures take this long: a machine that others use too may stall for ten seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      chromiumSandbox: !asRoot,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--disable-gpu',
        '--no-first-run',
      ],
    },
  },
  projects: [
    // Both open every screen and run the journey from the first visit to the receipt. What is the same on every screen
    // runs once, and the specification's journey tries the widths itself. The phone has animations; the desktop has
    // none, which saves a third of the browser's time.
    {
      name: 'phone',
      testMatch: /(every-screen|visit|buy-a-laptop)\.test\.ts/,
      // A worker that changes over to the desktop stops its shop and starts another.
      workers: 1,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
})
