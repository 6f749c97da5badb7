import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type RunOptions = Parameters<AxeBuilder['options']>[0]

/** Rules up to WCAG 2.2 AA, with axe's best practices and experimental rules. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']

const rules = {
  'target-size': { enabled: true },
  // A section's label stands above its heading, and a sum above its lines: neither is a heading.
  'p-as-heading': { enabled: false },
}

/** What axe finds in a part of the page now: each broken rule with its elements. */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  return findings(axe(page, part), { runOnly: { type: 'tag', values: TAGS }, rules })
}

/** Contrast faults, the only ones that another theme can bring. */
export async function faintWords(page: Page, part = 'html'): Promise<string[]> {
  return findings(axe(page, part), { runOnly: ['color-contrast'] })
}

/** Rules whose answer depends on what a width shows: names, order, landmarks and sizes. */
const BY_WIDTH = [
  'aria-hidden-focus',
  'button-name',
  'heading-order',
  'label-content-name-mismatch',
  'landmark-one-main',
  'landmark-unique',
  'link-name',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'skip-link',
  'target-size',
]

/** What axe finds at another width than before. */
export async function layoutFindings(page: Page): Promise<string[]> {
  return findings(axe(page, 'html'), { runOnly: BY_WIDTH })
}

/** Drawings: thousands of lines without content. */
function axe(page: Page, part: string): AxeBuilder {
  return new AxeBuilder({ page }).include(part).exclude('svg[aria-hidden=true]')
}

async function findings(builder: AxeBuilder, options: RunOptions): Promise<string[]> {
  const { violations } = await builder.options({ ...options, resultTypes: ['violations'] }).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
}
