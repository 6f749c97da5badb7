import { createHash } from 'node:crypto'
import type { Content } from './content.ts'
import { copyDictionary } from './dictionary.ts'
import { revisionsOf, type Documents } from './documents.ts'
import { answerQueries, areSameIds, type Answer, type ContentKey } from './evaluate.ts'
import { fillVariables, variablesOf, type Variables } from './variables.ts'

/** Everything that one render needs, as it is at one moment in one perspective. */
export interface Snapshot {
  content: Content
  /** Hash of `revisions`. */
  stamp: string
  documents: Documents
  /** The revision of each document, in the order of the ids. */
  revisions: Record<string, string>
  /** As the queries answered, before variables were filled in. */
  answers: ReadonlyMap<ContentKey, Answer>
  /** The content again, by query and field. */
  filled: ReadonlyMap<ContentKey, FilledAnswer>
  variables: Variables
}

/** An answer with its variables filled in. */
export interface FilledAnswer {
  value: unknown
  answer: Answer
  fields: ReadonlyMap<string, Field>
  /** The fields that alone can differ from earlier ones. */
  replaced?: { of: ReadonlyMap<string, Field>; keys: readonly string[] } | undefined
}

/** A field of an answer: what decides whether a page that read it must be rendered again. */
export interface Field {
  value: unknown
  hash: string
  documents: ReadonlySet<string>
  /** As the query answered. */
  raw: unknown
  /**
   * The text of each variable in it, by name, or undefined where there is no such variable. With the same answer and
   * the same texts, the value is the same.
   */
  used: ReadonlyMap<string, string | undefined>
}

/**
 * The content of these documents, which have to be valid (see `contentFaults`). What did not change is taken from
 * `before`, as the same object.
 */
export function snapshotOf(documents: Documents, before?: Snapshot): Snapshot {
  const answers = answerQueries(documents, before)
  const variables = variablesOf(answers)
  const isFilledAlike = before !== undefined && areSame(variables, before.variables)
  const filled = new Map(
    [...answers].map(([name, answer]) => {
      const known = before?.filled.get(name)
      const some = isFilledAlike ? replacedSince(known, answer) : undefined
      return [name, fillAnswer(answer, variables, known, some)]
    }),
  )
  const content = Object.fromEntries([...filled].map(([name, { value }]) => [name, value]))
  const revisions = revisionsOf(documents, before?.revisions)
  return {
    content: content as unknown as Content,
    stamp: hashOf(revisions),
    documents,
    revisions,
    answers,
    filled,
    variables,
  }
}

function areSame(one: Variables, other: Variables): boolean {
  if (one.size !== other.size) return false
  for (const [name, { text, documents }] of one) {
    const known = other.get(name)
    if (known?.text !== text || !areSameIds(documents, known.documents)) return false
  }
  return true
}

/** The pages of a kind that alone can differ from the known ones; undefined where any field can. */
function replacedSince(known: FilledAnswer | undefined, answer: Answer): readonly string[] | undefined {
  if (!known || !answer.pages) return undefined
  if (answer === known.answer) return []
  const { replaced } = answer
  return replaced && replaced.of === known.answer.value ? replaced.slugs : undefined
}

/**
 * Written as loops: a kind of pages has a field for each page, and there may be thousands.
 * @param some the only fields that can differ from the known ones
 */
function fillAnswer(
  answer: Answer,
  variables: Variables,
  known?: FilledAnswer,
  some?: readonly string[],
): FilledAnswer {
  if (known && some?.length === 0) return known
  // An answer without fields counts as one field.
  const isWhole = typeof answer.value !== 'object' || answer.value === null || Array.isArray(answer.value)
  const raws = (isWhole ? { '': answer.value } : answer.value) as Readonly<Record<string, unknown>>
  const fields = new Map<string, Field>(some && known?.fields)
  const filled = copyDictionary(some ? (known?.value as Record<string, unknown>) : {})
  let isSame = true
  for (const key of some ?? Object.keys(raws)) {
    const last = known?.fields.get(key)
    const field = fillField(raws[key], answer.pages?.get(key) ?? answer.documents, variables, last)
    fields.set(key, field)
    filled[key] = field.value
    isSame &&= field === last
  }
  if (known && isSame && known.fields.size === fields.size) return known
  const replaced = known && some && { of: known.fields, keys: some }
  return { value: isWhole ? filled[''] : filled, answer, fields, replaced }
}

function fillField(
  raw: unknown,
  own: ReadonlySet<string>,
  variables: Variables,
  known: Field | undefined,
): Field {
  // The same object can only be the same field; a string can come from any.
  const isSame = known && typeof raw === 'object' && raw !== null && known.raw === raw
  if (isSame && isFilledSo(known, variables)) {
    const documents = withThoseOf(known.used.keys(), own, variables)
    return areSameIds(documents, known.documents) ? known : { ...known, documents }
  }
  const used = new Map<string, string | undefined>()
  const value = fillVariables(raw, (name) => {
    const text = variables.get(name)?.text
    used.set(name, text)
    return text
  })
  return { value, hash: hashOf(value), documents: withThoseOf(used.keys(), own, variables), raw, used }
}

/** The documents of an answer, and those of the variables in it. */
function withThoseOf(names: Iterable<string>, own: ReadonlySet<string>, variables: Variables): Set<string> {
  const documents = new Set(own)
  for (const name of names) for (const id of variables.get(name)?.documents ?? []) documents.add(id)
  return documents
}

function isFilledSo({ used }: Field, variables: Variables): boolean {
  for (const [name, text] of used) if (variables.get(name)?.text !== text) return false
  return true
}

/** Hash of a JSON value, 64 bits as 16 hexadecimal digits. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
