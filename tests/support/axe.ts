import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** Without comments it is less than half as long to read. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** In the page, once `axeSource` has been read there. */
declare const axe: typeof import('axe-core')

/** Each rule of WCAG 2.2 A and AA, and of good practice beyond it, that the page breaks, and where. */
export const findAxeViolations = (page: Page) => find(page, { type: 'tag', values: TAGS })

/** Words that do not stand out as WCAG's AAA asks: seven to one, and large ones four and a half. */
export const findFaintWords = (page: Page) =>
  find(page, { type: 'rule', values: ['color-contrast-enhanced'] })

async function find(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }) {
  // A page that has been looked at before has it still.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (rules) => {
    // Words that fade from one colour to another, as of a button below the pointer, are looked at as they end. In a
    // card that has come out of sight meanwhile (content-visibility) none ends by itself.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
    // The only frames show a mail, in which no script runs, not this one either: nothing is gathered from frames.
    // Where and why each of the other elements keeps to the rules takes as long to write down as to find out.
    const options = { runOnly: rules, resultTypes: ['violations' as const], iframes: false }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }))
  }, runOnly)
}
