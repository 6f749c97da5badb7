import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collapse } from '../../../web/content/redirects.ts'
import { nginxFile } from '../../../web/publisher/release/nginx-file.ts'
import { missingFor, startFront } from '../support/front.ts'
import { createVisitor } from '../support/visitor.ts'

const missing = missingFor('nginx-static.conf')

const needs = missing === undefined ? '' : ` (needs ${missing})`

test.skipIf(missing !== undefined)(
  `nginx redirects from old paths of any length and any letters${needs}`,
  async () => {
    const long = `/${'w'.repeat(300)}`
    const paths = [
      long,
      `${long}/b`,
      `/blog/${'é'.repeat(200)}`,
      `/${'a$host"{(.*)}|^?#;'.repeat(20)}`,
      `/.${'x'.repeat(255)}`,
      `/a$host"{(.*)}|^?#;`,
    ]
    const rules = paths.map((from, i) => ({ _key: `r${i}`, from: asAsked(from), to: `/contact#${i}` }))
    const { ask } = await startWith(rules)
    for (const [i, { from }] of rules.entries()) {
      const { status, headers } = await ask(from)
      expect([from, status, headers.location]).toEqual([from, 308, `/contact#${i}`])
    }
    // Of a longer path, nginx would take so much for all of it.
    for (const other of [long.slice(0, long.length - 256), `${long}c`, `/.${'x'.repeat(254)}`])
      expect([other, (await ask(other)).headers.location]).toEqual([other, undefined])
  },
)

test.skipIf(missing !== undefined)(
  `nginx joins a visitor’s query to what a redirect leads to, as the server does${needs}`,
  async () => {
    const targets = ['/contact', '/contact#form', '/contact?to=$us', '/contact?to=us#form']
    const { ask } = await startWith(targets.map((to, i) => ({ _key: `r${i}`, from: `/old-${i}`, to })))
    for (const [asked, location] of [
      ['/old-0?utm=x&y=%20z', '/contact?utm=x&y=%20z'],
      ['/old-1?utm=x', '/contact?utm=x#form'],
      ['/old-2?utm=x', '/contact?to=%24us&utm=x'],
      ['/old-3?utm=x', '/contact?to=us&utm=x#form'],
      ['/old-3?', '/contact?to=us#form'],
      ['/old-3?a=%0d%0aset-cookie:b=c&"\\$host', '/contact?to=us&a=%0d%0aset-cookie:b=c&"\\$host#form'],
    ] as const) {
      const { headers } = await ask(asked)
      // A block within another could lose what that adds.
      expect([asked, headers.location, headers['x-policy']]).toEqual([asked, location, 'strict'])
    }
  },
)

/** An nginx with these rules, and a visitor of it. */
async function startWith(rules: Parameters<typeof collapse>[0]): Promise<ReturnType<typeof createVisitor>> {
  const { redirects, faults } = collapse(rules, ['/contact'])
  expect(faults).toEqual([])
  const dist = mkdtempSync(path.join(tmpdir(), 'dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(path.join(dist, 'site'))
  writeFileSync(path.join(dist, 'site/_nginx.conf'), nginxFile([['x-policy', 'strict']], [], redirects))
  const front = await startFront('nginx-static.conf', 'http://127.0.0.1:9', { dist })
  onTestFinished(() => front.stop())
  return createVisitor(front.port)
}

/** A path as a browser asks for it. */
function asAsked(text: string): string {
  return encodeURI(text).replaceAll(/[?#]/gu, encodeURIComponent)
}
