import { readFile } from 'node:fs/promises'
import { draftsSource } from '../content/client.ts'
import { documentTypes, type Documents, type StoredDocument } from '../content/documents.ts'
import { documentWords } from '../content/field-words.ts'
import type { Held } from '../content/hold-back.ts'
import type { RenderOptions } from '../publisher/render/render-page.tsx'
import { parseTemplate } from '../publisher/render/template.ts'
import { heldBy } from './compare.ts'
import { documentsIn } from './follow.ts'
import type { PreviewOptions } from './preview.ts'

const TYPES = [...documentTypes, 'sanity.imageAsset', 'sanity.fileAsset']

/**
 * What publishing a content release would hold back, in sentences for editors; none where all of it would go live.
 * Read anew, as what goes live is what the dataset holds now. What is held back without the release is no fault of it.
 * @throws OperationalError when the dataset can't be read
 */
export async function checkRelease(release: string, options: PreviewOptions): Promise<string[]> {
  const { client } = draftsSource(options.env)
  const stored = await client.fetch<StoredDocument[]>('*[_type in $types]', { types: TYPES })
  const published = documentsIn(stored, { perspective: 'published' })
  const released = documentsIn(stored, { perspective: 'stack', stack: [release] })
  const template = parseTemplate(await readFile(options.template, 'utf8'))
  const render = { template, origin: options.origin, withPolicy: false }
  const held = await heldBy({ published, draft: released }, render)
  if (held.length === 0) return []
  const known = new Set((await heldAnyway(published, render)).map(keyOf))
  return held
    .filter((one) => !known.has(keyOf(one)))
    .flatMap((one) => sentencesOf(one, released.get(one._id) ?? published.get(one._id)))
}

async function heldAnyway(published: Documents, render: RenderOptions): Promise<Held[]> {
  return heldBy({ published, draft: published }, render)
}

function keyOf({ _id: id, faults }: Held): string {
  return JSON.stringify([id, faults.map(({ sentence }) => sentence)])
}

function sentencesOf({ faults }: Held, document: StoredDocument | undefined): string[] {
  const words = document && documentWords(document)
  if (faults.length === 0) return [`${words ?? 'A document'} can’t go live as it is.`]
  return faults.map(({ sentence }) => (words === undefined ? sentence : `${words}: ${sentence}`))
}
