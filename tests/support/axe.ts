import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** The minified source is loaded in less than half the time. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** In the page, once `axeSource` has run there. */
declare const axe: typeof import('axe-core')

/** The rules of WCAG 2.2 A and AA, and of good practice beyond it, that the page violates, and where. */
export const findAxeViolations = (page: Page) => find(page, { type: 'tag', values: TAGS })

/** Text below WCAG's AAA contrast: 7:1, and 4.5:1 for large text. */
export const findFaintWords = (page: Page) =>
  find(page, { type: 'rule', values: ['color-contrast-enhanced'] })

async function find(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }) {
  // A page that was checked before has it still.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (rules) => {
    // Text whose colour changes, as of a button under the pointer or in a dialog that opens, is checked in its final
    // colour. In a card that has been scrolled out of view meanwhile (content-visibility) no transition ends by itself.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    // The only frames show a mail, where no script runs, not even this one: no results come from frames. Reporting
    // where and why the other elements pass takes as long as checking them.
    const options = { runOnly: rules, resultTypes: ['violations' as const], iframes: false }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }))
  }, runOnly)
}
