import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { schemaTypes } from '../../../studio/schema/index.ts'
import { checkLink } from '../../../studio/schema/link-field.ts'
import { checkTo } from '../../../studio/schema/redirect-rules.ts'
import { contentFaults } from '../../../web/content/check.ts'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { linkFault, pageFault } from '../../../web/content/link.ts'
import { knownPaths } from '../../../web/content/paths.ts'
import { linkFaults } from '../../../web/publisher/render/gate.ts'
import { launchDocuments } from '../../support/launch-content.ts'

const launch = launchDocuments()
const known = knownPaths(launch)
const SITE = 'https://site.example/legal/page'
const HARMLESS = new Set(['https:', 'http:', 'mailto:', 'tel:'])

const SCHEMES =
  'javascript: JaVaScRiPt: java\nscript: \u0001javascript: data: vbscript: blob: file: https: http:// HTTPS:// mailto: tel: javascript&#58; &Tab; {brand}'
const SIGNS = '/ // \\ # ? @ : . \0 \u200b \u202e \ud800 %0a %09'
const WORDS = 'alert(1) text/html,<script> site.example evil.example +1555 a@b.example contact'
const pieces = [SCHEMES, SIGNS, WORDS].flatMap((list) => list.split(' '))
const parts = constantFrom(' ', '\t', '\r\n', ...pieces)
const texts = oneof(
  array(parts, { maxLength: 6 }).map((chosen) => chosen.join('')),
  string({ unit: 'binary', maxLength: 12 }),
)

/** A privacy policy with this link in its text. */
function withLink(href: string) {
  const policy = launch.get('legal-privacy')
  if (!policy) throw new Error('The launch content has no privacy policy.')
  const block = {
    _type: 'block',
    _key: 'b',
    children: [{ _type: 'span', _key: 's', text: 'Here', marks: ['l'] }],
    markDefs: [{ _type: 'link', _key: 'l', href }],
  }
  const changed: StoredDocument = { ...policy, body: [block] }
  return new Map(launch).set(policy._id, changed)
}

test('the Studio takes exactly the links that go live', () => {
  assert(
    property(texts, (text) => {
      // What is empty is said to be empty, by both.
      const isHeld = contentFaults(withLink(text)).length > 0
      const isTaken = checkLink(text) === true && pageFault(text, known) === undefined
      expect(isHeld).toBe(text === '' || !isTaken)
    }),
    { numRuns: 3_000 },
  )
})

test('no accepted link runs script or leads elsewhere than it says', () => {
  assert(
    property(texts, (text) => {
      if (linkFault(text) !== undefined) return
      const url = new URL(text, SITE)
      expect(HARMLESS).toContain(url.protocol)
      if (/^[/#]/.test(text)) expect(url.origin).toBe('https://site.example')
      else expect(text.toLowerCase().startsWith(url.protocol)).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

test('no accepted redirect runs script', () => {
  assert(
    property(texts, (text) => {
      if (checkTo(text) === true) expect(new URL(text, SITE).protocol).toBe('https:')
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  '\tjavascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://site.example/1',
  'file:///etc/passwd',
  '//evil.example',
  String.raw`\\evil.example`,
  String.raw`/\evil.example`,
  '/\t/evil.example',
  'https:evil.example',
  'https://site.example@evil.example',
  'https://',
  'mailto:',
  'contact',
  '{linkedin}',
])('refuses %j with a sentence, in the Studio and before it goes live', (href) => {
  expect(checkLink(href)).toMatch(/^.+\.$/s)
  expect(contentFaults(withLink(href))).toEqual([
    {
      document: 'legal-privacy',
      path: 'body[_key=="b"].markDefs[_key=="l"].href',
      message: expect.stringMatching(/^“Sections › Link 1 › Address” is no link: /),
    },
  ])
})

test.each([
  '/contact',
  '/platform#cal',
  '/files/a%20b.pdf?c=d',
  '#faq',
  'https://www.example.com/a?b=c#d',
  'http://example.com',
  'mailto:sales@example.com?subject=Hello%20there',
  'tel:+1-555-0100',
])('takes %s', (href) => {
  expect(checkLink(href)).toBe(true)
  expect(contentFaults(withLink(href))).toEqual([])
})

test('the footer leads to pages of this site, and the LinkedIn address is a safe one', () => {
  const settings = launch.get('settings')
  const json = JSON.stringify(settings)
  for (const [from, to, field] of [
    ['"href":"/about"', '"href":"//evil.example"', 'href'],
    ['"href":"/about"', '"href":"https://evil.example"', 'href'],
    ['"linkedin":"https://www.linkedin.com/"', '"linkedin":"data:text/html,x"', 'links.linkedin'],
    ['"linkedin":"https://www.linkedin.com/"', '"linkedin":"http://www.linkedin.com/"', 'links.linkedin'],
  ] as const) {
    const faults = contentFaults(
      new Map(launch).set('settings', JSON.parse(json.replace(from, to)) as StoredDocument),
    )
    expect(faults).toMatchObject([{ document: 'settings', path: expect.stringContaining(field) }])
  }
})

test('every address in the schema is held to this', () => {
  const found: string[] = []
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach((item) => visit(item, at))
    const { name, type } = node as { name?: unknown; type?: unknown }
    const here = typeof name === 'string' ? `${at}.${name}` : at
    if (type === 'url') found.push(here)
    for (const key of ['fields', 'of', 'marks', 'annotations'])
      visit((node as Record<string, unknown>)[key], here)
  }
  visit(schemaTypes, '')
  // A field of this type would take what the gate does not ask about: links are made with linkField.
  expect(found).toEqual([])
})

test('the launch content has no such fault', () => {
  expect(contentFaults(launch)).toEqual([])
})

test('whatever a page was made of, its addresses are looked at once more', () => {
  const html =
    '<a href="/about">A</a><a class="b" href="data:text/html,x">B</a><img src="javascript:x&#x27;">'
  expect(linkFaults('page.html', html, new Set(['/about']))).toEqual([
    expect.stringContaining('page.html has an address that leads elsewhere than it may: “data:text/html,x”'),
    expect.stringContaining("“javascript:x'”"),
  ])
})
