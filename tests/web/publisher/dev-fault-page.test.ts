import { expect, test } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { holdBack } from '../../../web/content/hold-back.ts'
import { devFaultPage } from '../../../web/publisher/dev-fault-page.ts'
import { renderSite } from '../../../web/publisher/render/render-site.ts'
import { renderWithFallback } from '../../../web/publisher/render/render-with-fallback.ts'
import { parseTemplate } from '../../../web/publisher/render/template.ts'
import { launchDocuments } from '../../support/launch-content.ts'

const template = parseTemplate(
  '<html><head><link rel="preload" href="/font.woff2" as="font"><!--head--></head><body><div id="root"></div></body></html>',
)

test('a page that code breaks names the line', async () => {
  const candidate = holdBack({ fresh: launchDocuments(), lastGood: new Map() })
  const { about } = candidate.snapshot.content
  Object.defineProperty(about, 'lead', { get: brokenCode })
  const fault = await renderWithFallback(candidate, (snapshot) =>
    renderSite(snapshot, { template, origin: 'https://site.example' }),
  ).catch((error: unknown) => error)
  const { status, html } = devFaultPage(fault)
  expect(status).toBe(503)
  expect(html).toContain('<li>The page /about could not be drawn: no such field</li>')
  expect(html).toMatch(/<pre>Error: no such field\n +at [^\n]*brokenCode [^\n]*dev-fault-page\.test\.ts:\d+/u)
})

test('an expected failure is shown without a stack', () => {
  const { html } = devFaultPage(new OperationalError('The disk is full.', { cause: new Error('ENOSPC') }))
  expect(html).toContain('<ul><li>The disk is full.</li></ul>')
  expect(html).not.toContain('<pre>')
})

function brokenCode(): never {
  throw new Error('no such field')
}
