import { expect, test } from 'vitest'
import { withAsciiDomain } from '../../../api/contract/email.ts'
import { contactMessage, readSignals, readSource, waitlistEntry } from '../../../api/contract/forms.ts'

function waitlistFaults(fields: Record<string, unknown>) {
  const { error } = waitlistEntry.safeParse({ email: 'a@example.com', ...fields })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('an email alone is a whole entry, the rest being empty strings', () => {
  expect(waitlistEntry.parse({ email: ' Ada@Example.com ' })).toEqual({
    email: 'ada@example.com',
    firstName: '',
    company: '',
    role: '',
    companySize: '',
    useCase: '',
  })
})

test.each([
  'a+b@example.com',
  'a&b@x.co',
  "o'neil@sub.example.museum",
  'a.b.c@xn--bcher-kva.example',
  'a@b',
  'a..b@example.com',
  '.a@example.com',
  'a@127.0.0.1',
])('the address %s is welcome, as it is to browsers', (email) =>
  expect(waitlistFaults({ email })).toEqual([]),
)

test.each([
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['Info@MÜLLER.de', 'info@xn--mller-kva.de'],
  ['a@例え。jp', 'a@xn--r8jz45g.jp'],
  ['a@127.0.0.ä1', 'a@127.0.0.xn--1-zfa'],
  ['a@exa\u200Bmple.com', 'a@example.com'],
])('the domain of %s is kept in ASCII, as %s', (typed, email) =>
  expect(waitlistEntry.parse({ email: typed }).email).toBe(email),
)

test('a text too long for an address is left as it is, as converting takes quadratic time', () => {
  const long = `a@${'ü'.repeat(300)}.de`
  expect(withAsciiDomain(long)).toBe(long)
})

test.each(['\u202Ada\u00ADna@example.com\u202C', 'dana\u200B@example.com', '\uFEFF dana@example.com'])(
  'an address is taken without what nobody sees of it: %j',
  (email) => expect(waitlistEntry.parse({ email }).email).toBe('dana@example.com'),
)

test.each([
  '',
  'a',
  'a@b.',
  'a@-b.co',
  'a@b..co',
  '\u00A0a@b.co',
  '@b.co',
  'a b@example.com',
  'a@example.com\r\nBcc: x@example.com',
  'a@example.com, b@example.com',
  `${'a'.repeat(250)}@example.com`,
  'jörg@example.com',
  'jörg@müller.de',
  'a@müller.de/x',
  'a@müller.de:25',
  'a@müller..de',
  'a@mül\u2028ler.de',
  `a@${'ünterwegs.'.repeat(24)}de`,
  7,
  null,
  ['a@example.com'],
  undefined,
])('the address %j is refused with a sentence', (email) => {
  const faults = waitlistFaults({ email })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^email: Email: .*\.$/u)
})

test.each(['李小龍', 'José Ñandú', 'نرگس\u200Cخانم', '👩🏽‍🚀', "D'Arcy-Łuk", 'Ⅷ'])(
  'the name %s is welcome',
  (firstName) => expect(waitlistFaults({ firstName })).toEqual([]),
)

test.each([
  ['NUL', 'a\u0000b'],
  ['a control character', 'a\u001Bb'],
  ['a line break', 'a\nb'],
  ['a line separator', 'a\u2028b'],
  ['a lone surrogate', 'a\uD800'],
  ['a replaced character', 'a\uFFFD'],
  ['zero-width characters only', '\u200B\u200D'],
  ['Hangul fillers only', '\u3164\u115F'],
  ['a blank Braille cell only', '\u2800'],
  ['a text of 201 units', 'a'.repeat(201)],
  ['a number', 5],
  ['an object', {}],
])('a name with %s is refused with a sentence', (_, firstName) => {
  const faults = waitlistFaults({ firstName })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^firstName: First name: .*\.$/u)
})

test('marks that turn the reading direction are left out, white space around too', () => {
  const entry = waitlistEntry.parse({ email: 'a@example.com', firstName: ' \u202Emoc.live\u202C ' })
  expect(entry.firstName).toBe('moc.live')
})

test('a message keeps its lines, and its ends are \\n', () => {
  const message = { name: 'Ada', email: 'a@example.com', message: 'One\r\nTwo\rThree\tfour\vFive\fSix' }
  expect(contactMessage.parse(message).message).toBe('One\nTwo\nThree\tfour\nFive\nSix')
  expect(contactMessage.safeParse({ ...message, message: 'a\u0007' }).success).toBe(false)
  expect(contactMessage.safeParse({ ...message, message: ' \u200B ' }).success).toBe(false)
  expect(contactMessage.safeParse({ ...message, message: 'ä'.repeat(20_000) }).success).toBe(true)
  expect(contactMessage.safeParse({ ...message, message: 'a'.repeat(20_001) }).success).toBe(false)
})

test('each empty field of the contact form is named', () => {
  const { error } = contactMessage.safeParse({ name: '', email: ' ', message: '' })
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'email', 'message'])
})

test('unknown fields are ignored, and a company size is one of four or none', () => {
  expect(waitlistFaults({ admin: true, companySize: '51-200' })).toEqual([])
  expect(waitlistFaults({ companySize: '5' })).toEqual([
    'companySize: Company size: choose one of 1-10, 11-50, 51-200, 200+, or none.',
  ])
})

test.each([
  [{}, false, undefined],
  [{ 'form-age': '4000' }, false, 4000],
  [{ 'form-age': '10' }, true, 10],
  [{ 'form-age': 'soon' }, true, undefined],
  [{ 'form-age': '4000', 'form-trapped': '1' }, true, 4000],
])('the headers %j are suspected: %s, aged %s', (headers, suspected, age) => {
  expect(readSignals(new Headers(headers as Record<string, string>), {})).toEqual({ suspected, age })
})

test.each([
  [{ website: '' }, false, undefined],
  [{ website: '', age: 4000 }, false, 4000],
  [{ age: '4000' }, false, 4000],
  [{ website: 'x', age: 4000 }, true, 4000],
  [{ website: ['x'] }, true, undefined],
  [{ age: 10 }, true, 10],
  [{ age: -1 }, true, undefined],
  [{ age: 'soon' }, true, undefined],
  [{ age: {} }, true, undefined],
])('a form without scripts or an old tab that sends %j is suspected: %s, aged %s', (body, suspected, age) => {
  expect(readSignals(new Headers(), body)).toEqual({ suspected, age })
})

test('only the known sources are kept', () => {
  expect(readSource('hero')).toBe('hero')
  expect(readSource('elsewhere')).toBeUndefined()
  expect(readSource(undefined)).toBeUndefined()
})
