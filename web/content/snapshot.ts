import { createHash } from 'node:crypto'
import type { Content } from './content.ts'
import { revisionsOf, type Documents } from './documents.ts'
import { evaluateParts, type Part, type PartName } from './evaluate.ts'
import { fillReferences, referencesOf, type References } from './references.ts'

/** Everything that one render needs, of one moment in one perspective. */
export interface Snapshot {
  content: Content
  /** Hash of the `_id`/`_rev` pairs of all documents. */
  stamp: string
  documents: Documents
  /** The content once more, by part and field. */
  parts: ReadonlyMap<PartName, FilledPart>
  /** As the queries answered, before references were filled in. */
  answers: ReadonlyMap<PartName, Part>
}

/** A part of the content with its references filled in. */
export interface FilledPart {
  value: unknown
  answer: Part
  /** What its references stood for, by name: with the same answer and these, the value is the same. */
  used: ReadonlyMap<string, string>
  fields: ReadonlyMap<string, Field>
}

/** A field of a part: what decides whether a page that read it must be drawn again. */
export interface Field {
  hash: string
  documents: ReadonlySet<string>
}

/**
 * The content of these documents. They must be sound (see `documentFaults`). `before` makes it cheap: what did
 * not change is taken from there.
 */
export function snapshotOf(documents: Documents, before?: Snapshot): Snapshot {
  const answers = evaluateParts(documents, before && { documents: before.documents, parts: before.answers })
  const references = referencesOf(answers)
  const parts = new Map(
    [...answers].map(([name, answer]) => {
      const known = before?.parts.get(name)
      return [name, isSame(known, answer, references) ? known : fillPart(name, answer, references)] as const
    }),
  )
  const content = Object.fromEntries([...parts].map(([name, { value }]) => [name, value]))
  return {
    content: content as unknown as Content,
    stamp: hashOf(revisionsOf(documents)),
    documents,
    parts,
    answers,
  }
}

function isSame(known: FilledPart | undefined, answer: Part, references: References): known is FilledPart {
  return known?.answer === answer && [...known.used].every(([name, text]) => references[name]?.text === text)
}

function fillPart(name: PartName, answer: Part, references: References): FilledPart {
  const used = new Map<string, string>()
  if (typeof answer.value !== 'object' || answer.value === null)
    return { value: answer.value, answer, used, fields: new Map() }

  const filled = Object.entries(answer.value).map(([key, raw]: [string, unknown]) => {
    const own = name === 'legalPages' ? [(raw as { _id: string })._id] : answer.documents
    const documents = new Set(own)
    const value = fillReferences(raw, (reference) => {
      const found = references[reference]
      if (!found) return undefined
      used.set(reference, found.text)
      for (const id of found.documents) documents.add(id)
      return found.text
    })
    return [key, value, { hash: hashOf(value), documents }] as const
  })
  return {
    value: Object.fromEntries(filled.map(([key, value]) => [key, value])),
    answer,
    used,
    fields: new Map(filled.map(([key, , field]) => [key, field])),
  }
}

/** Hash of a JSON value, 64 bits as 16 hexadecimal digits. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
