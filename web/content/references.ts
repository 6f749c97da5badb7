import type { Content } from './content.ts'

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
const SECTIONS = 11
const EMAIL_NAMES = new Set(['salesEmail', 'privacyEmail'])

interface Span {
  _type: 'span'
  _key: string
  marks?: string[]
  text?: string
}

interface Block {
  _type: 'block'
  _key: string
  children?: Span[]
  markDefs?: { _type: string; _key: string; href: string }[]
}

/**
 * Fills every name in braces that stands for a setting or a count, so that nothing is typed
 * twice. Emails in rich text become links. Names that are filled in where a string is used
 * ({n}, {tool} …) stay as they are.
 */
export function fillReferences(content: Content): Content {
  const values = settingsValues(content)
  // A setting may itself hold a reference, such as the footer line that repeats the headline.
  const headline = content.hero.headline.map((text) => replace(text, values))
  values['headline'] = headline.join(' ')
  values['headlineSeal'] = headline.map((text) => `${text.replace(/\.$/, '').toUpperCase()} ·`).join(' ')
  return fillValue(content, values) as Content
}

function settingsValues(content: Content): Record<string, string> {
  const { settings, hero, howItWorks, integrations, faq } = content
  const examples = NUMBERS[howItWorks.examples.length] ?? String(howItWorks.examples.length)
  const count = (kind: string) => integrations.items.filter((item) => item.kind === kind).length
  return {
    brand: settings.brand.word,
    descriptor: settings.brand.descriptor,
    legalEntity: settings.brand.legalEntity,
    governingLaw: settings.brand.governingLaw,
    salesEmail: settings.links.salesEmail,
    privacyEmail: settings.links.privacyEmail,
    linkedin: settings.links.linkedin,
    year: String(settings.footer.year),
    sections: String(SECTIONS),
    answers: String(faq.groups.reduce((sum, group) => sum + group.items.length, 0)),
    examples,
    Examples: examples.charAt(0).toUpperCase() + examples.slice(1),
    integrations: String(integrations.items.length),
    models: String(count('model')),
    tools: String(count('tool')),
    fragments: String(hero.inputs.length),
  }
}

function replace(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces)
}

function fillValue(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string') return replace(value, values)
  if (Array.isArray(value)) return value.map((item) => fillValue(item, values))
  if (typeof value !== 'object' || value === null) return value
  if (isBlock(value)) return fillBlock(value, values)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, values)]))
}

function isBlock(value: object): value is Block {
  return '_type' in value && value._type === 'block'
}

function fillBlock(block: Block, values: Record<string, string>): Block {
  const links = new Map<string, string>()
  const children = (block.children ?? []).flatMap((span) =>
    (span.text ?? '').split(/(\{\w+\})/).flatMap((part, i): Span[] => {
      if (part === '') return []
      const name = /^\{(\w+)\}$/.exec(part)?.[1] ?? ''
      const text = replace(part, values)
      const marks = span.marks ?? []
      if (!EMAIL_NAMES.has(name)) return [{ ...span, _key: `${span._key}${i}`, text }]
      links.set(name, `mailto:${text}`)
      return [{ ...span, _key: `${span._key}${i}`, text, marks: [...marks, name] }]
    }),
  )
  const added = [...links].map(([name, href]) => ({ _type: 'link', _key: name, href }))
  return { ...block, children, markDefs: [...(block.markDefs ?? []), ...added] }
}
