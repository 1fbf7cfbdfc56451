import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** Each rule of WCAG 2.2 A and AA, and of good practice beyond it, that the page breaks, and where. */
export async function findAxeViolations(page: Page) {
  // No page of ours has a frame from elsewhere, so that a second page to gather the findings is not needed.
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode(true).analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }))
}
