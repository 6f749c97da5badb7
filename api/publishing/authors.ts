import { z } from 'zod'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import type { Manifest, Renderer } from './renderer.ts'

/** Tells who published documents, by the content's history. */
export interface Authors {
  /**
   * Names of the authors of a revision; empty if the content does not tell. @throws OperationalError while the content
   * can't be asked
   */
  ofRevision(this: void, document: string, revision: string): Promise<string[]>
  /**
   * Names of the authors of these documents in a release; fewer if the content does not tell, or can't be asked now.
   */
  ofRelease(documents: readonly string[], manifest: Pick<Manifest, 'documents'>): Promise<string[]>
}

const transaction = z.object({ id: z.string(), author: z.string() })
const user = z.object({ displayName: z.string() })

/** Nobody reads a longer list. */
const ASKED = 20

/** Asks the content's history. On a hosted dataset that needs `SANITY_API_TOKEN`. */
export function createAuthors(
  getRenderer: () => Promise<Pick<Renderer, 'askLake'>>,
  dataset: string,
): Authors {
  async function ask(url: string): Promise<unknown> {
    return (await getRenderer()).askLake(url)
  }

  /** Of the document's last transaction, where no revision is given. */
  async function authorOf(id: string, revision?: string): Promise<string | undefined> {
    const range =
      revision === undefined ? 'reverse=true' : `fromTransaction=${revision}&toTransaction=${revision}`
    const lines: unknown = await ask(
      `/data/history/${dataset}/transactions/${id}?${range}&excludeContent=true&limit=1`,
    )
    const [line] = typeof lines === 'string' ? lines.split('\n') : [JSON.stringify(lines)]
    // The content refuses to tell, or no longer has it.
    if (!line) return undefined
    const found = transaction.safeParse(JSON.parse(line)).data
    return revision === undefined || found?.id === revision ? found?.author : undefined
  }

  async function nameOf(author: string): Promise<string[]> {
    const found: unknown = await ask(`/users/${author}`)
    return found === undefined ? [] : [user.safeParse(found).data?.displayName ?? author]
  }

  return {
    ofRevision: async (document, revision) => {
      try {
        const author = await authorOf(document, revision)
        return author === undefined ? [] : await nameOf(author)
      } catch (error) {
        throw new OperationalError(
          `The content can't be asked who published ${document} (${messageOf(error)}): it is asked again.`,
          { cause: error },
        )
      }
    },
    ofRelease: async (documents, manifest) => {
      // A document that is not in it was taken away by the last who had a hand in it.
      const asked = documents.slice(0, ASKED).map((id) => authorOf(id, manifest.documents[id]))
      const found = await Promise.allSettled(asked)
      const authors = new Set(found.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : [])))
      const names = await Promise.allSettled([...authors].map(nameOf))
      return names.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
  }
}
