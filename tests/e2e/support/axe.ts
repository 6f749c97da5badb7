import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds in a part of the page as it stands: each rule with the elements that break it. */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
}
