/*
 * One value for each thing that a field may be held to, and how the sentence about it must read. A rule that none of
 * them breaks has no tested sentence yet: add its probe here.
 */

/** A value that breaks a rule. Fields without such a rule take it. */
interface Probe {
  /** Or what gives it for the longest text that the field takes. */
  value: unknown
  says: RegExp
  isMissing?: true
  /** Fields beside it. */
  beside?: object
  /** Published id of the document, which is then a version in a release. */
  version?: string
}

/** The sentence about a text that is longer than its field. */
export const TOO_LONG = /^Keep this to \d+ characters: /

const MISSING =
  /(?: is empty\. (?:Write|Enter|Fill|Upload)|^Write |^Choose |^Switch |^Upload |^Say |^Name | needs at least | is gone\.)/

const missing = (value: unknown): Probe => ({ value, says: MISSING, isMissing: true })

/** What fields for addresses say to every text that is none. */
export const NO_ADDRESS =
  /is no link for this site|^A link holds no |is not an email address|is no path of this site|is neither a path/

/** What a field says of another one beside it, whatever it holds itself. */
export const OF_ANOTHER = /^Visitors can’t see where this figure comes from\./

/** By the kind of the field. */
export const PROBES: Record<string, readonly Probe[]> = {
  string: [
    missing(undefined),
    { value: '   ', says: new RegExp(`${MISSING.source}|^There is nothing here but spaces\\.`, 'u') },
    { value: (max = 5000) => 'x'.repeat(max + 1), says: TOO_LONG },
    { value: '{x}', says: /^\{x\} stands for nothing here\./ },
    { value: '[To be written]', says: /^A placeholder: / },
    { value: 'javascript:alert(1)', says: NO_ADDRESS },
    { value: 'https://linkedin.com', says: /^A placeholder: / },
    { value: '/nope', says: /^\/nope is no page of this site\. Choose one/ },
    { value: '/imprint#nope', says: /has no place #nope at the moment/ },
    {
      value: '/spring-webinar',
      beside: { page: { _ref: 'gone' } },
      says: /^The page that this leads to is not published any more\./,
    },
  ],
  choice: [missing(undefined)],
  boolean: [missing(undefined)],
  object: [missing(undefined)],
  slug: [
    missing(undefined),
    { value: { current: 'No Slug' }, says: /^An address is made of small letters/ },
    { value: { current: 'imprint' }, says: /^\/imprint is another page/ },
    { value: { current: 'moved' }, says: /^\/probed leads nowhere once this is live\./, version: 'probed' },
    {
      value: { current: 'moved' },
      says: /^\/older leads to \/led-to, which is no page once/,
      version: 'led-to',
    },
  ],
  picture: [
    missing(undefined),
    { value: { asset: { _ref: 'image-a1-9000x10-tiff' } }, says: /^This is a TIFF file\. Upload a / },
    { value: { asset: { _ref: 'image-a1-1x1-png' } }, says: /so it looks blurred\. Upload a larger one\.$/ },
  ],
  number: [
    missing(undefined),
    { value: -7, says: / of 0 or more|no lower than \d|four digits|There is no (?:input|note) -7/ },
    { value: 5000.25, says: /at most one decimal|four digits|There is no (?:input|note) 5000\.25/ },
    { value: 100_000, says: /^Enter at most 99,999: |four digits|There is no (?:input|note) 100000/ },
  ],
  text: [
    missing(undefined),
    missing([]),
    missing(text(' ')),
    {
      value: text('\u00A0', 'h2'),
      says: /^This heading is empty\. Write it, or remove it\.$|^\S+ is empty\. Write a paragraph\.$/,
    },
    { value: text('{x}'), says: /^\{x\} stands for nothing here\./ },
    { value: text('We use analytics cookies. We use no analytics.'), says: /analytics cookies/ },
  ],
  array: [
    missing(undefined),
    missing([]),
    { value: [{ _ref: 'a' }, { _ref: 'a' }], says: /is in the list twice/ },
    { value: redirects(['/a', '/b'], ['/b', '/a']), says: /round in a circle/ },
    { value: Array.from({ length: 50 }, (_, i) => ({ _ref: `${i}` })), says: /^There is room for / },
    {
      value: [
        { _key: 'r', values: ['Yes', 'No', 'Lost'] },
        { _key: 's', values: ['Yes', 'No'] },
      ],
      beside: { columns: ['One', 'Other'] },
      says: /has 2 columns, but this row has 3 answers\. Write one for each column\.$/,
    },
    {
      value: [{ _type: 'examplesBlock' }, { _type: 'examplesBlock', title: 'b' }],
      says: /^A page can show only one /,
    },
    { value: redirects(['/about', '/contact']), says: /this redirect rests|at least two columns/ },
  ],
}

/** What the site serves at every path. */
export const PROBED_PAGE = '<main id="main"></main>'

/** The content that rules look up: the site's legal pages, and the policy that the other one is held against. */
export const probeClient = {
  config: () => ({ dataset: 'probes' }),
  fetch: (query: string) =>
    Promise.resolve(
      query.includes('slug')
        ? {
            slugs: ['imprint'],
            landing: ['probed', 'led-to'].map(placeOf),
            rules: redirects(['/older', '/led-to']),
          }
        : text('analytics cookies. no analytics.'),
    ),
}

function text(words: string, style = 'normal'): unknown {
  return [{ _type: 'block', _key: 'b', style, children: [{ _type: 'span', _key: 's', text: words }] }]
}

function placeOf(id: string) {
  return { _id: id, title: id, path: `/${id}` }
}

function redirects(...pairs: [from: string, to: string][]): unknown {
  return pairs.map(([from, to], index) => ({ _key: `r${index}`, _type: 'redirect', from, to }))
}
