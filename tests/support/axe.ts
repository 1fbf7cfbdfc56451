import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** The page reads it anew each time: without comments it is less than half as long. */
const require = createRequire(import.meta.resolve('@axe-core/playwright'))
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Each rule of WCAG 2.2 A and AA, and of good practice beyond it, that the page breaks, and where. */
export const findAxeViolations = (page: Page) => find(page, (axe) => axe.withTags(TAGS))

/** Words that do not stand out as WCAG's AAA asks: seven to one, and large ones four and a half. */
export const findFaintWords = (page: Page) => find(page, (axe) => axe.withRules('color-contrast-enhanced'))

async function find(page: Page, choose: (axe: AxeBuilder) => AxeBuilder) {
  // The only frames show a mail, in which no script runs, not this one either: nothing is gathered from frames.
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode(true)
  // Where and why each of the other elements keeps to the rules takes as long to write down as to find out.
  const { violations } = await choose(axe.options({ resultTypes: ['violations'], iframes: false })).analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }))
}
