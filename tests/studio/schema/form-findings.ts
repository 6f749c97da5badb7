import { createSchema, validateDocument, type SanityDocument, type Workspace } from 'sanity'
import { vi } from 'vitest'
import { schemaTypes } from '../../../studio/schema/index.ts'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { landingPage } from '../../support/landing-pages.ts'
import { PROBED_PAGE, probeClient } from './probes.ts'

vi.stubGlobal('fetch', async () => new Response(PROBED_PAGE))

const schema = createSchema({ name: 'site', types: schemaTypes })

interface Finding {
  /** `blocks..title`: nothing stands for an item of a list. */
  path: string
  message: string
}

/** What Sanity finds wrong with a document, as its form says it. Only a document `gone` is not published. */
export async function formFindings(document: StoredDocument): Promise<Finding[]> {
  const markers = await validateDocument({
    document: document as unknown as SanityDocument,
    workspace: { schema, getClient: () => probeClient } as unknown as Workspace,
    currentUser: null,
    getDocumentExists: ({ id }) => Promise.resolve(id !== 'gone'),
  })
  return markers.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'object' ? '' : part)).join('.'),
    message,
  }))
}

/** Of a landing page with these parts. */
export function findingsOfParts(parts: readonly object[]): Promise<Finding[]> {
  return formFindings(landingPage('page', { blocks: parts.map((part, i) => ({ ...part, _key: `k${i}` })) }))
}
