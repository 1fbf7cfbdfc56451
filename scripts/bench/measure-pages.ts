import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '#server/process/free-port.ts'
import config from '../../playwright.config.ts'
import { measureInteraction } from './measure-interaction.ts'
import { clearStep, showStep } from './progress.ts'
import { median } from './statistics.ts'

/** A page on a slow phone. Scores are out of 100; times in milliseconds; JavaScript in kB as transferred. */
export type PageResult = {
  path: string
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  lcpMs: number
  cls: number
  tbtMs: number
  inpMs: number
  jsKb: number
}

const PATHS = ['/', '/advertisedProducts', '/brand/hp']
/** The median of several runs by performance counts, so that one disturbed run does not. */
const RUNS = 3
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Lighthouse with its own settings for a slow phone, in the Chromium of the browser tests. */
export async function measurePages(shop: { port: number }): Promise<PageResult[]> {
  const debugging = await freePort()
  const { executablePath, chromiumSandbox, args = [] } = config.use?.launchOptions ?? {}
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    ...(chromiumSandbox !== undefined && { chromiumSandbox }),
    args: [...args, `--remote-debugging-port=${debugging}`],
  })
  try {
    const results: PageResult[] = []
    for (const path of PATHS) {
      showStep(`Lighthouse on ${path}`)
      results.push(await measurePage(browser, debugging, `http://localhost:${shop.port}${path}`, path))
    }
    return results
  } finally {
    clearStep()
    await browser.close()
  }
}

async function measurePage(browser: Browser, port: number, url: string, path: string): Promise<PageResult> {
  const runs: Report[] = []
  for (let run = 0; run < RUNS; run++)
    // A page whose trace failed is opened once more, as Lighthouse asks for.
    runs.push(await runLighthouse(port, url).catch(() => runLighthouse(port, url)))
  runs.sort((a, b) => performanceOf(a) - performanceOf(b))
  const interactions: number[] = []
  for (let run = 0; run < RUNS; run++) interactions.push(await measureInteraction(browser, url))
  const { audits, categories } = runs[Math.floor(RUNS / 2)]!
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    path,
    scores: Object.fromEntries(
      SCORES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as PageResult['scores'],
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
    inpMs: median(interactions),
    jsKb: scriptKb(audits['network-requests']?.details),
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

async function runLighthouse(port: number, url: string): Promise<Report> {
  const run = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...SCORES] })
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse measured nothing of ${url}: ${run?.lhr.runtimeError?.message}`)
  return run.lhr
}

const performanceOf = ({ categories }: Report) => categories.performance?.score ?? 0

type Transfer = { resourceType?: string; transferSize?: number }

function scriptKb(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: Transfer[] }
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000
}
