import { readFile } from 'node:fs/promises'
import type { ReleaseFault } from '../../api/contract/content-error.ts'
import { draftsSource } from '../content/client.ts'
import { storedTypes, type Documents, type StoredDocument } from '../content/documents.ts'
import { documentWords } from '../content/field-words.ts'
import type { Held } from '../content/hold-back.ts'
import { readLastGood } from '../publisher/release/last-good.ts'
import { parseTemplate } from '../publisher/render/template.ts'
import { heldBy } from './compare.ts'
import { documentsIn } from './documents-in.ts'
import type { PreviewOptions } from './preview.ts'

/**
 * What publishing a content release would hold back, in editors' words; empty where all of it would go live. The
 * dataset is read anew, as what goes live is what it holds now. What is held back anyway is no fault of the release,
 * unless that has a version of the document.
 * @param options.dist where the documents are that the site shows now: they stand in for those that would break it
 * @throws OperationalError when the dataset can't be read
 */
export async function checkRelease(
  release: string,
  { dist, ...options }: PreviewOptions & { dist: string },
): Promise<ReleaseFault[]> {
  const { client } = draftsSource(options.env)
  const stored = await client.fetch<StoredDocument[]>('*[_type in $types]', { types: storedTypes })
  const published = documentsIn(stored, { perspective: 'published' })
  const released = documentsIn(stored, { perspective: 'stack', stack: [release] })
  const template = parseTemplate(await readFile(options.template, 'utf8'))
  const render = { template, origin: options.origin, isReleased: false }
  const live = await readLastGood(dist)
  const faultsWith = async (documents: Documents): Promise<ReleaseFault[]> => {
    const held = await heldBy({ published: live, draft: documents }, render)
    return held.flatMap((one) => faultsOf(one, documents.get(one._id) ?? live.get(one._id)))
  }
  const wrong = await faultsWith(released)
  if (wrong.length === 0) return []
  const known = new Set((await faultsWith(published)).map(sayingOf))
  // A version of what is held already would stay behind while the others go live.
  const isOfRelease = ({ documentId = '' }: ReleaseFault): boolean =>
    released.get(documentId) !== published.get(documentId)
  return wrong.filter((fault) => isOfRelease(fault) || !known.has(sayingOf(fault)))
}

function sayingOf({ documentId = '', message }: ReleaseFault): string {
  return `${documentId} ${message}`
}

function faultsOf({ faults }: Held, document: StoredDocument | undefined): ReleaseFault[] {
  const place = document && { documentId: document._id, type: document._type, title: documentWords(document) }
  if (faults.length === 0) return [{ ...place, message: 'It can’t go live as it is.' }]
  return faults.map(({ message, path }) => ({
    ...place,
    message,
    ...(path !== undefined && { path }),
  }))
}
