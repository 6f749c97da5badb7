import { SECTIONS } from '../../api/contract/sections.ts'
import type { Block, Content } from './content.ts'
import type { Answer } from './evaluate.ts'
import { addressOf, isPageLink, pageVariable, redirectVariable } from './page-link.ts'

const NUMBERS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const EMAIL_NAMES = new Set(['salesEmail', 'privacyEmail'])

type Span = NonNullable<Block['children']>[number]

/** The text that a name in braces stands for, and the documents that it comes from. */
interface Variable {
  text: string
  documents: ReadonlySet<string>
}

export type Variables = ReadonlyMap<string, Variable>

/**
 * The variables by name: settings and counts, so that nothing is typed twice, and, by names that nobody can write in
 * braces, the targets of links to pages. Names that are filled in where a string is used ({n}, {tool} …) are not among
 * them.
 */
export function variablesOf(answers: ReadonlyMap<string, Answer>): Variables {
  const answerTo = <Name extends keyof Content>(name: Name) => answers.get(name)?.value as Content[Name]
  const counted = (name: 'faq' | 'integrations', count: number): Variable => ({
    text: String(count),
    documents: answers.get(name)?.documents ?? new Set(),
  })
  const { brand, links, footer } = answerTo('settings')
  const { items } = answerTo('integrations')
  const ofKind = (kind: string) => items.filter((item) => item.kind === kind).length
  const { length } = answerTo('howItWorks').examples
  const examples = NUMBERS[length] ?? String(length)
  const { headline, inputs } = answerTo('hero')

  const variables = new Map<string, Variable>(
    Object.entries({
      brand: variable(brand.word, 'settings'),
      descriptor: variable(brand.descriptor, 'settings'),
      legalEntity: variable(brand.legalEntity, 'settings'),
      governingLaw: variable(brand.governingLaw, 'settings'),
      salesEmail: variable(links.salesEmail, 'settings'),
      privacyEmail: variable(links.privacyEmail, 'settings'),
      linkedin: variable(links.linkedin, 'settings'),
      year: variable(footer.year, 'settings'),
      sections: variable(SECTIONS.length),
      examples: variable(examples, 'home'),
      Examples: variable(examples.charAt(0).toUpperCase() + examples.slice(1), 'home'),
      fragments: variable(inputs.length, 'home'),
      answers: counted(
        'faq',
        answerTo('faq').groups.reduce((sum, group) => sum + group.items.length, 0),
      ),
      integrations: counted('integrations', items.length),
      models: counted('integrations', ofKind('model')),
      tools: counted('integrations', ofKind('tool')),
    }),
  )
  // A setting may itself hold a variable, such as the footer line that repeats the headline.
  const lines = headline.map((text) => replace(text, (name) => variables.get(name)?.text))
  const seal = lines.map((text) => `${text.replace(/\.$/, '').toUpperCase()} ·`).join(' ')
  const from = ['home', 'settings'] as const
  return new Map([
    ...variables,
    ...placesOf(answerTo('landingPages'), answerTo('redirects')),
    ['headline', variable(lines.join(' '), ...from)],
    ['headlineSeal', variable(seal, ...from)],
  ])
}

/** The addresses of landing pages, and the redirected paths. */
function placesOf(
  pages: Content['landingPages'],
  rules: Content['redirects'],
): (readonly [string, Variable])[] {
  return [
    ...Object.values(pages).map(({ _id, slug }) => [pageVariable(_id), variable(`/${slug}`, _id)] as const),
    ...(rules ?? []).map(({ from, to }) => [redirectVariable(from), variable(to, 'redirects')] as const),
  ]
}

function variable(text: string | number, ...documents: string[]): Variable {
  return { text: String(text), documents: new Set(documents) }
}

type Lookup = (name: string) => string | undefined

/**
 * The value with all known names in braces filled in, and the current addresses in links to pages; emails in rich text
 * become links.
 */
export function fillVariables(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') return replace(value, lookup)
  if (Array.isArray(value)) return value.map((item) => fillVariables(item, lookup))
  if (typeof value !== 'object' || value === null) return value
  if (isBlock(value)) return fillBlock(value, lookup)
  const filled = Object.entries(value).map(([key, item]) => [key, fillVariables(item, lookup)])
  return Object.fromEntries(isPageLink(value) ? [...filled, ['href', addressOf(value, lookup)]] : filled)
}

function replace(text: string, lookup: Lookup): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => lookup(name) ?? braces)
}

function isBlock(value: object): value is Block {
  return '_type' in value && value._type === 'block'
}

function fillBlock(block: Block, lookup: Lookup): Block {
  const emails = new Map<string, string>()
  const children = (block.children ?? []).flatMap((span) =>
    (span.text ?? '').split(/(\{\w+\})/).flatMap((part, i): Span[] => {
      if (part === '') return []
      const name = /^\{(\w+)\}$/.exec(part)?.[1] ?? ''
      const text = replace(part, lookup)
      const marks = span.marks ?? []
      if (!EMAIL_NAMES.has(name)) return [{ ...span, _key: `${span._key}${i}`, text }]
      emails.set(name, `mailto:${text}`)
      return [{ ...span, _key: `${span._key}${i}`, text, marks: [...marks, name] }]
    }),
  )
  const added = [...emails].map(([name, href]) => ({ _type: 'link' as const, _key: name, href }))
  const links = (block.markDefs ?? []).map((link) =>
    isPageLink(link) ? { ...link, href: addressOf(link, lookup) } : link,
  )
  return { ...block, children, markDefs: [...links, ...added] }
}
