import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { findAxeViolations } from '../../tests/support/axe.ts'
import { pathOf, type Screen, THEMES, WIDTHS } from './screen.ts'

/** The widths for accessibility checks: lists are cards on the one and tables on the other. */
const AXE_WIDTHS = [360, 1280]

type Options = { folder: string; baseURL: string; signedIn: BrowserContextOptions['storageState'] }
export type Taken = { screen: Screen; files: string[]; problems: string[] }

/** Takes the pictures of one screen, and reports its problems. */
export async function takePictures(browser: Browser, screen: Screen, options: Options): Promise<Taken> {
  const { folder, baseURL, signedIn } = options
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    viewport: { width: screen.widths?.at(-1) ?? 1280, height: 900 },
    ...(signedIn && { storageState: signedIn }),
  })
  // On a busy machine a tall page takes a while.
  context.setDefaultTimeout(60_000)
  const files: string[] = []
  const problems: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !screen.logs?.test(message.text()))
      problems.push(`wrote to the console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`threw: ${error.error()}`))
  try {
    const page = await context.newPage()
    await screen.before?.(page)
    await page.goto(pathOf(screen), { waitUntil: 'load' })
    await page.waitForFunction(isAlive)
    await screen.reach?.(page)
    await page.evaluate(paintEverything)
    for (const width of screen.widths ?? WIDTHS) {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) problems.push(`is ${wide} px wider than a screen of ${width} px`)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        await page.evaluate(showEverything, !screen.over)
        const file = `${screen.name}-${width}-${theme}.png`
        await page.screenshot({ path: join(folder, file), fullPage: !screen.over, animations: 'disabled' })
        files.push(file)
        if (!AXE_WIDTHS.includes(width)) continue
        for (const { id, where } of await findAxeViolations(page))
          problems.push(`breaks ${id} at ${width} px, ${theme}: ${where.join('; ')}`)
      }
    }
  } catch (error) {
    problems.push(`could not be pictured: ${error instanceof Error ? error.message : error}`)
  } finally {
    await context.close()
  }
  return { screen, files, problems: [...new Set(problems)] }
}

/** Whether the page responds to the visitor: once it is hydrated, if it has scripts. */
function isAlive(): boolean {
  return document.scripts.length === 0 || Object.keys(document.body).some((key) => key.startsWith('__react'))
}

/** Has everything laid out and painted, however far from the viewport: a picture of the whole page includes it. */
function paintEverything(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Scrolls to the end and back, so that lazy pictures are loaded; and waits for the fonts. */
async function showEverything(scroll: boolean): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame)
  if (scroll) {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
    }
  }
  const pictures = [...document.images].filter((image) => image.checkVisibility())
  const inView = (image: HTMLImageElement) => scroll || image.getBoundingClientRect().top < innerHeight
  // A picture that fails to load is reported by the console.
  await Promise.all(pictures.filter(inView).map((image) => image.decode().catch(() => undefined)))
  await document.fonts.ready
  scrollTo({ top: 0, behavior: 'instant' })
  await frame()
  await frame()
}
