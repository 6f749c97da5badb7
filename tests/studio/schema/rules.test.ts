import { ConcreteRuleClass, createSchema, type Rule, type SchemaType, type ValidationContext } from 'sanity'
import { expect, test, vi } from 'vitest'
import { schemaTypes } from '../../../studio/schema/index.ts'
import { longestOf } from '../../../studio/tools/form/longest.ts'
import { launchDocuments } from '../../support/launch-content.ts'
import { findingsOfParts } from './form-findings.ts'
import { NO_ADDRESS, OF_ANOTHER, PROBED_PAGE, probeClient, PROBES, TOO_LONG } from './probes.ts'

vi.stubGlobal('fetch', async () => new Response(PROBED_PAGE))

const schema = createSchema({ name: 'site', types: schemaTypes })

interface Field {
  path: string
  type: SchemaType
  rules: Rule[]
}

/** What Sanity checks by itself. The form lets nobody break it. */
const BASE = new Set(['type', 'valid', 'reference'])

/** All fields that an editor can fill in, those of list items and links in texts included. */
function fieldsOf(type: SchemaType, path: string): Field[] {
  if (type.jsonType === 'array') return type.of.flatMap((item) => withField(item, `${path}[]`))
  if (type.jsonType !== 'object' || type.name === 'reference' || type.name === 'slug') return []
  return type.fields
    .filter(({ name }) => !OWN_TO_SANITY.has(name))
    .flatMap(({ name, type: field }) => withField(field, path === '' ? name : `${path}.${name}`))
}

/** Parts of pictures and paragraphs that no form shows. */
const OWN_TO_SANITY = new Set(['asset', 'media', 'hotspot', 'crop', 'style', 'list', 'level', 'children'])

function withField(type: SchemaType, path: string): Field[] {
  const { validation } = type
  // Of a part, they are asked for with each value, as they rest where it is hidden.
  const given = typeof validation === 'function' ? validation(baseRule(type)) : validation
  const rules = [given].flat() as Rule[]
  return [{ path, type, rules: rules.filter(Boolean) }, ...fieldsOf(type, path)]
}

/** What Sanity begins the rules of a field with. */
function baseRule(type: SchemaType): Rule {
  const rule = new ConcreteRuleClass(type)
  return rule.type(type.jsonType)
}

/** What a rule says to a value, as the form would show it. */
async function sentencesOf(
  rule: Rule,
  field: Field,
  document: object,
  { value, beside }: { value: unknown; beside: object | undefined },
): Promise<string[]> {
  const context = {
    type: field.type,
    document,
    // Of a picture that is there: then the words for it are asked for.
    parent: { asset: { _ref: 'image-a1-1x1-png' }, ...beside },
    path: [],
    schema,
    i18n: { currentLocale: { id: 'en-US' }, t: (key: string) => `Sanity’s own words: ${key}` },
    getClient: () => probeClient,
    getDocumentExists: () => Promise.resolve(true),
    environment: 'studio',
  } as unknown as ValidationContext
  const markers = await rule.validate(value, context)
  return markers.map(({ message }) => message)
}

/** Which probes are for it: from a list or a calendar nothing wrong can be chosen. */
function kindOf(type: SchemaType): string {
  const isChosen = type.name === 'date' || Boolean((type.options as { list?: unknown } | undefined)?.list)
  if (isChosen) return 'choice'
  if (type.name === 'slug') return type.readOnly ? 'choice' : 'slug'
  if (isPicture(type)) return 'picture'
  return type.jsonType === 'array' && type.of[0]?.name === 'block' ? 'text' : type.jsonType
}

function isPicture(type: SchemaType | undefined): boolean {
  return type?.name === 'image' || (type?.type !== undefined && isPicture(type.type))
}

/** What is amiss with the words of a field's rules; nothing when each says what is wrong, and no other says it. */
async function faultsOf(field: Field, document: object): Promise<string[]> {
  const faults: string[] = []
  const longest = longestOf(field.type)
  const silent = new Set(field.rules.filter(({ _rules }) => _rules.some(({ flag }) => !BASE.has(flag))))
  for (const { value, says, isMissing, beside, version } of PROBES[kindOf(field.type)] ?? []) {
    const probed = version ? { ...document, _id: `versions.spring.${version}` } : document
    for (const rule of field.rules) {
      const probe: unknown = typeof value === 'function' ? value(longest) : value
      for (const sentence of await sentencesOf(rule, field, probed, { value: probe, beside })) {
        silent.delete(rule)
        const isTooLong = typeof probe === 'string' && longest !== undefined && probe.length > longest
        const isAside = OF_ANOTHER.test(sentence) || (!isMissing && NO_ADDRESS.test(sentence))
        if (!says.test(sentence) && !isAside && !(isTooLong && TOO_LONG.test(sentence)))
          faults.push(`${field.path} says “${sentence}” to ${JSON.stringify(probe)}`)
      }
    }
  }
  const untested = [...silent].map(({ _rules }) => _rules.map(({ flag }) => flag).join(', '))
  return [...faults, ...untested.map((flags) => `${field.path} has a rule that no probe breaks: ${flags}`)]
}

test.each(schemaTypes.map(({ name }) => name))('each rule of %s has its own sentence', async (name) => {
  const document = [...launchDocuments().values()].find(({ _type }) => _type === name) ?? { _type: name }
  const type = schema.get(name)
  if (!type) throw new Error(`There is no type ${name}.`)
  const faults = await Promise.all(fieldsOf(type, '').map((field) => faultsOf(field, document)))
  expect(faults.flat()).toEqual([])
})

test('a list that something must be in is not empty, and has no entry twice', async () => {
  const twice = [{ _ref: 'a' }, { _ref: 'a' }]
  const faults: string[] = []
  for (const { name } of schemaTypes) {
    const type = schema.get(name)
    for (const field of type ? fieldsOf(type, '') : []) {
      if (field.type.jsonType !== 'array') continue
      const refuses = async (value: unknown) => {
        const said = field.rules.map((rule) => sentencesOf(rule, field, {}, { value, beside: undefined }))
        return (await Promise.all(said)).flat().length > 0
      }
      if ((await refuses(undefined)) && !(await refuses([])))
        faults.push(`${name}.${field.path} takes nothing`)
      const isOfReferences = field.type.of[0]?.name === 'reference'
      if (isOfReferences && !(await refuses(twice))) faults.push(`${name}.${field.path} takes the same twice`)
    }
  }
  expect(faults).toEqual([])
})

/** What the form says of this line under a picture. */
async function findingsOfCaption(caption: string): Promise<string[]> {
  const found = await findingsOfParts([{ _type: 'pictureBlock', caption }])
  return found.filter(({ path }) => path === 'blocks..caption').map(({ message }) => message)
}

test('where nothing needs to stand, spaces alone are refused: they would leave a hole on the page', async () => {
  expect(await findingsOfCaption('')).toEqual([])
  expect(await findingsOfCaption('As it was signed. ')).toEqual([])
  expect(await findingsOfCaption('👩🏽\u200D💻')).toEqual([])
  for (const nothing of [' ', '\u200B', '\uFEFF \u2060'])
    expect(await findingsOfCaption(nothing)).toEqual([
      'There is nothing here but spaces. Remove them, or write something.',
    ])
})
