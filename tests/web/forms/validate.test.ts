import { chromium, type Browser, type Page } from '@playwright/test'
import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactMessage, waitlistEntry } from '../../../api/contract/forms.ts'
import * as Forms from '../../../web/forms/validate.ts'
import { findChromium } from '../../support/chromium.ts'

/*
 * An email is valid where WHATWG's pattern for type=email matches, after invisible characters were removed. So `a@b` is
 * accepted, as hosts without a dot exist. So are `a..b@example.com`, `.a@example.com` and `a@127.0.0.1`, against RFC
 * 5322: the API must not refuse what the browser's form let through. A domain in other letters is turned into ASCII: by
 * Chromium as it is typed, by Firefox for its check alone.
 */

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  page = await browser.newPage()
  const files = [
    'api/contract/limits.ts',
    'api/contract/email.ts',
    'api/contract/readable.ts',
    'web/forms/validate.ts',
  ]
  const source = files
    .map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const script = stripTypeScriptTypes(source).replaceAll(/^import .*$|^export /gmu, '')
  // The second field stands in for a browser that lets everything pass.
  await page.setContent(`<form novalidate><input name="email" type="email" required></form><input>
    <script>${script}; window.isDeliverable = isDeliverable; window.findErrors = findErrors; window.tidyEmail = tidyEmail</script>`)
})
afterAll(() => browser.close())

interface Verdict {
  /** As the browser would send it, without invisible characters. */
  sent: string
  native: boolean
  /** The form's own verdict, and whether its messages would hold it back. */
  deliverable: boolean
  held: boolean
  /** The form's own verdict where the browser has none. */
  lax: boolean
}

/** Types each text into the field, and validates it in the browser and in the form. */
function ask(texts: readonly string[]): Promise<Verdict[]> {
  return page.evaluate((values) => {
    const scope = window as unknown as typeof Forms
    const form = document.querySelector('form') as HTMLFormElement
    const [input, lax] = [...document.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
    const words = { email: 'email', required: 'required', tooLong: 'long', unreadable: 'odd' }
    return values.map((value) => {
      input.value = value
      // The browser leaves alone what a script writes.
      if (/\P{ASCII}/u.test(value)) {
        input.select()
        document.execCommand('insertText', false, value)
      }
      lax.value = value.replaceAll(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/gu, '')
      scope.tidyEmail(input)
      scope.tidyEmail(lax)
      return {
        sent: input.value,
        native: input.checkValidity(),
        deliverable: scope.isDeliverable(input),
        held: 'email' in scope.findErrors(form, words),
        lax: scope.isDeliverable(lax),
      }
    })
  }, texts)
}

function isTaken(email: string): boolean {
  const joined = waitlistEntry.safeParse({ email }).success
  const written = contactMessage.safeParse({ name: 'Ada', email, message: 'Hello' }).success
  expect(written).toBe(joined)
  return joined
}

const part = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '-',
    '_',
    '+',
    '@',
    '@@',
    '=',
    "'",
    '"',
    '(',
    ',',
    ' ',
    '\t',
    '\u00A0',
    '\u200B',
    'ä',
  ),
  fc.constantFrom(
    'a',
    'B',
    '9',
    'x'.repeat(62),
    'x'.repeat(63),
    'x'.repeat(64),
    'xn--',
    '127.0.0.1',
    '[::1]',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
)
const parts = fc.array(part, { maxLength: 4 }).map((list) => list.join(''))
const address = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(parts, parts).map(([local, domain]) => `${local}@${domain}`) },
  { weight: 2, arbitrary: fc.tuple(parts, parts).map(([head, tail]) => `a${head}@b${tail}.co`) },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

const edges = [
  'a@b',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@127.0.0.1',
  'a@b.',
  'a@b..c',
  ' a@b.co ',
  '\ta@b.co\r\n',
  '\u00A0a@b.co',
  'a@b\u00A0',
  '',
  ' ',
  '@',
  `a@${'b'.repeat(64)}`,
  `${'a'.repeat(249)}@b.co`,
  `${'a'.repeat(250)}@b.co`,
  'info@müller.de',
  'INFO@MÜLLER.DE',
  'a@straße.de',
  'a@例え。jp',
  'a@exa\u200Bmple.com',
  'a@１２７.0.0.1',
  'jörg@example.com',
  'jörg@müller.de',
  'a@müller.de/x',
  'a@müller.de:25',
  'a@b@müller.de',
  `a@${'ü'.repeat(40)}.de`,
  `a@${'ü'.repeat(63)}.de`,
  `a@${'ünterwegs.'.repeat(24)}de`,
]

test('browser, forms and API agree about thousands of addresses', async () => {
  const texts = [...edges, ...fc.sample(address, { numRuns: 5_000, seed: 7 })]
  const differing: unknown[] = []
  const verdicts = await ask(texts)
  for (const [index, verdict] of verdicts.entries()) {
    const { sent, native, deliverable, held, lax } = verdict
    // Only the length is ours: no mailbox has a longer name.
    const right = native && sent.length <= 254
    const text = texts[index] ?? ''
    // A browser drops line breaks inside a value, so only another program sends them.
    const asTyped = /[\r\n]/u.test(text.trim()) ? right : isTaken(text)
    if ([isTaken(sent), asTyped, deliverable, !held, lax].some((answer) => answer !== right))
      differing.push({ text, ...verdict })
  }
  expect(differing).toEqual([])
  expect(verdicts.filter(({ native, sent }) => native && sent.includes('@xn--')).length).toBeGreaterThan(9)
  const passed = verdicts.filter(({ native }) => native).length
  expect(passed).toBeGreaterThan(500)
  expect(verdicts.length - passed).toBeGreaterThan(500)
})

test('an email address is sent without its invisible characters', async () => {
  const verdicts = await ask(['\u202Ada\u00ADna\u200B@example.com\u202C', 'dana\u200B@müller.de'])
  const taken = { native: true, deliverable: true, held: false, lax: true }
  expect(verdicts).toEqual([
    { ...taken, sent: 'dana@example.com' },
    { ...taken, sent: 'dana@xn--mller-kva.de' },
  ])
})

test('the line and page breaks of word processors end a line, where there are several', () => {
  const pasted = 'One\vTwo\fThree'
  expect(Forms.faultOf(pasted, { max: 100, kind: 'text' })).toBeUndefined()
  expect(Forms.faultOf(pasted, { max: 100, kind: 'line' })).toBe('unreadable')
  expect(Forms.faultOf(`${pasted}\u0007`, { max: 100, kind: 'text' })).toBe('unreadable')
})
