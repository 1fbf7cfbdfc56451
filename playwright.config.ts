import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.mjs'

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // Each worker has a shop and a browser, which rest in turn.
  workers: 2,
  fullyParallel: true,
  // Only what fails takes so long: a machine that others use too may stand still for ten seconds.
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
    // Every screen is opened on both, and so is the way from the first visit to the receipt. What is the same on
    // every screen runs once, and the specification's walk tries the widths itself. Things move on the phone;
    // on the desktop they are where they belong at once, which takes a third of the browser's time off.
    {
      name: 'phone',
      testMatch: /(every-screen|visit|buy-a-laptop)\.test\.ts/,
      // Each worker that goes over to the desktop ends its shop and begins another.
      workers: 1,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
})
