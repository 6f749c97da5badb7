import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  shuffledSubarray,
  string,
  uniqueArray,
  type Arbitrary,
} from 'fast-check'
import { MAX_PARTS } from '../../api/contract/limits.ts'
import type { LandingBlock } from '../../web/content/content.ts'
import type { StoredDocument } from '../../web/content/documents.ts'

type Fields = Record<string, unknown>

const WORDS = 'One engine between what was said and what gets filed, read by whoever signs it. '
const SCRIPTS = [
  'שלום לכולם',
  '記録に残る仕事',
  'Zażółć gęślą jaźń',
  '👩🏽‍💻🧾',
  '<b>"&amp;\'</b>',
  '</script><script>alert(1)</script>',
]

/** Copy as editors may write it: ordinary, as long as the field allows, a single word, or in any script. */
function copy(max: number): Arbitrary<string> {
  return oneof(
    integer({ min: 1, max }).map((length) => WORDS.repeat(9).slice(0, length).trim() || 'A'),
    constant('W'.repeat(max)),
    constantFrom(...SCRIPTS).map((text) => text.slice(0, max)),
    string({ unit: 'grapheme', minLength: 1, maxLength: Math.ceil(max / 8) }).map(
      (text) => text.replace(/[\s{}]/g, '') || 'A',
    ),
  )
}

const optional = (max: number) => option(copy(max), { nil: undefined })

/** Items of a list with their keys. */
function items(type: string, fields: Record<string, Arbitrary<unknown>>, most = 6): Arbitrary<Fields[]> {
  return array(record(fields), { minLength: 1, maxLength: most }).map((all) =>
    all.map((item, i) => ({ ...item, _type: type, _key: `${type}${i}` })),
  )
}

function references(ids: readonly string[]): Arbitrary<Fields[]> {
  return shuffledSubarray([...ids], { minLength: 1 }).map((some) =>
    some.map((id) => ({ _type: 'reference', _key: id, _ref: id })),
  )
}

const HREFS = ['/contact', '/#faq', '#faq', 'https://example.org/a?b=c', 'mailto:name@example.org']

const actions = option(
  items(
    'action',
    {
      label: copy(30),
      leads: constantFrom('waitlist', 'demo', 'link'),
      href: constantFrom(...HREFS),
    },
    2,
  ),
  { nil: undefined },
)

const body = array(
  record({
    text: copy(300),
    style: constantFrom('normal', 'h3'),
    listItem: constantFrom(undefined, 'bullet', 'number'),
    mark: constantFrom(undefined, 'strong', 'em', 'link'),
    href: constantFrom(...HREFS),
  }),
  { minLength: 1, maxLength: 5 },
).map((all) =>
  all.map(({ text, style, listItem, mark, href }, i) => ({
    _type: 'block',
    _key: `b${i}`,
    style: listItem ? 'normal' : style,
    ...(listItem && { listItem, level: 1 }),
    markDefs: mark === 'link' ? [{ _type: 'link', _key: 'link', href }] : [],
    children: [{ _type: 'span', _key: 's', text, marks: mark ? [mark] : [] }],
  })),
)

/** One picture for all parts, as each further one would be another file. */
const crop = constantFrom(undefined, {
  _type: 'sanity.imageCrop',
  left: 0.25,
  top: 0,
  right: 0,
  bottom: 0.25,
})

const opening = { label: copy(24), title: copy(80) }
const ownWords = { title: optional(60), lead: optional(200) }

/** Every type of part, with copy and numbers at the limits of what the Studio accepts. */
function fieldsOf(idsOf: (type: string) => string[]): Record<LandingBlock['_type'], Arbitrary<Fields>> {
  return {
    heroBlock: record({ title: copy(80), lead: copy(300), actions, note: optional(120) }),
    textBlock: record({ ...opening, body }),
    pictureBlock: record({
      ...opening,
      picture: record({ asset: constantFrom(...idsOf('sanity.imageAsset')), alt: copy(200), crop }).map(
        ({ asset, ...picture }) => ({
          _type: 'image',
          asset: { _type: 'reference', _ref: asset },
          ...picture,
        }),
      ),
      body,
      caption: optional(120),
      isLeft: boolean(),
    }),
    quoteBlock: record({ quote: copy(400), person: copy(60), role: optional(80) }),
    callBlock: record({ title: copy(60), lead: optional(200), actions }),
    tilesBlock: record({
      ...opening,
      lead: optional(200),
      tiles: items('tile', { title: copy(80), text: copy(400) }),
    }),
    countersBlock: record({
      ...opening,
      counters: items('counter', {
        value: integer({ min: 0, max: 99_999 }).map((tenths) => tenths / 10),
        label: copy(110),
        prefix: optional(4),
        suffix: optional(10),
        source: optional(80),
      }),
    }),
    comparisonBlock: record({
      ...opening,
      columns: uniqueArray(copy(30), { minLength: 2, maxLength: 3 }),
      rows: items('comparisonRow', {
        label: copy(60),
        values: array(copy(120), { minLength: 1, maxLength: 3 }),
      }),
    }),
    examplesBlock: record({ ...ownWords, examples: references(idsOf('example')) }),
    pillarsBlock: record({ ...ownWords, pillars: references(idsOf('pillar')) }),
    stepsBlock: record({ ...ownWords, steps: references(idsOf('step')) }),
    calculatorBlock: record(ownWords),
    integrationsBlock: record({ ...ownWords, items: references(idsOf('integration')) }),
    securityBlock: record(ownWords),
    faqBlock: record({ title: optional(60), groups: references(idsOf('faqGroup')) }),
    contactBlock: record(ownWords),
  }
}

const ONCE = new Set(['calculatorBlock', 'examplesBlock'])

/** Landing pages of any parts in any order. `documents` are those that parts can refer to. */
export function landingPages(documents: Iterable<StoredDocument>): Arbitrary<StoredDocument> {
  const all = [...documents]
  const fields = fieldsOf((type) => all.filter(({ _type }) => _type === type).map(({ _id }) => _id))
  const block = oneof(
    ...Object.entries(fields).map(([type, some]) =>
      record({ fields: some, hidden: boolean() }).map((one) => ({
        ...one.fields,
        hidden: one.hidden && type !== 'heroBlock',
        _type: type,
      })),
    ),
  )
  return record({
    title: copy(60),
    blocks: array(block, { minLength: 1, maxLength: MAX_PARTS, size: 'max' }),
    seo: record({ title: copy(70), description: copy(170) }),
    indexed: boolean(),
  }).map(({ blocks, ...page }) => {
    const seen = new Set<string>()
    const kept = blocks.filter(({ _type }) => {
      const isTwice = ONCE.has(_type) && seen.has(_type)
      seen.add(_type)
      return !isTwice
    })
    return landingPage('generated', { ...page, blocks: kept.map((one, i) => ({ ...one, _key: `k${i}` })) })
  })
}

/** What can be wrong with a page, by the path of the field that editors must be led to. */
const FAULTS: Record<string, (page: StoredDocument) => StoredDocument> = {
  slug: (page) => ({ ...page, slug: { _type: 'slug', current: 'about' } }),
  title: (page) => ({ ...page, title: '' }),
  'seo.title': (page) => ({ ...page, seo: { description: 'What it is about.' } }),
  blocks: (page) =>
    withBlocks(
      page,
      Array.from({ length: MAX_PARTS + 1 }, () => ({ _type: 'securityBlock' })),
    ),
  'blocks[_key=="k0"].quote': (page) => withBlocks(page, [{ _type: 'quoteBlock', person: 'Dana' }]),
  'blocks[_key=="k0"]': (page) => withBlocks(page, [{ _type: 'carBlock' }]),
  'blocks[_key=="k0"].groups[_key=="g"]': (page) =>
    withBlocks(page, [
      { _type: 'faqBlock', groups: [{ _type: 'reference', _key: 'g', _ref: 'gone', _weak: true }] },
    ]),
  'blocks[_key=="k0"].actions[_key=="a"].href': (page) =>
    withBlocks(page, [
      {
        _type: 'callBlock',
        title: 'Go.',
        actions: [{ _type: 'action', _key: 'a', label: 'Go', leads: 'link', href: '/nowhere' }],
      },
    ]),
}

function withBlocks(page: StoredDocument, blocks: Fields[]): StoredDocument {
  return { ...page, blocks: blocks.map((one, i) => ({ ...one, _key: `k${i}` })) }
}

/** A page that breaks one rule, and the path of the field that its fault is to name. */
export function brokenLandingPages(
  documents: Iterable<StoredDocument>,
): Arbitrary<{ page: StoredDocument; path: string }> {
  return record({
    page: landingPages(documents),
    path: constantFrom(...Object.keys(FAULTS)),
  }).map(({ page, path }) => ({ page: FAULTS[path]?.(page) ?? page, path }))
}

/** A landing page at an address of its own. */
export function landingPage(slug: string, fields: Fields & { blocks: Fields[] }): StoredDocument {
  return {
    _id: `landing-${slug}`,
    _type: 'landingPage',
    _rev: `landing-${slug}-1`,
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    title: 'A landing page',
    indexed: true,
    seo: { title: 'A landing page', description: 'What it is about.' },
    slug: { _type: 'slug', current: slug },
    ...fields,
  }
}
