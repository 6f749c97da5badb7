import { z } from 'zod'
import type { Manifest, SitePublisher } from './site.ts'

/** Names of those whose transactions made these documents what they are; fewer where the lake does not tell. */
export type AskAuthors = (
  documents: readonly string[],
  manifest: Pick<Manifest, 'documents'>,
) => Promise<string[]>

const transaction = z.object({ author: z.string() })
const user = z.object({ displayName: z.string() })

/** More than these make no list that anybody reads. */
const ASKED = 20

/** Asks the content's history. On a hosted dataset that needs `SANITY_API_TOKEN`. */
export function createAskAuthors(
  site: () => Promise<Pick<SitePublisher, 'askLake'>>,
  dataset: string,
  token: string | undefined,
): AskAuthors {
  async function ask(url: string): Promise<unknown> {
    return (await site()).askLake(url, token)
  }

  async function authorOf(id: string, revision: string): Promise<string | undefined> {
    const range = `fromTransaction=${revision}&toTransaction=${revision}&excludeContent=true&limit=1`
    const url = `/data/history/${dataset}/transactions/${id}?${range}`
    const lines: unknown = await ask(url)
    const text = typeof lines === 'string' ? (lines.split('\n')[0] ?? '') : JSON.stringify(lines)
    return transaction.safeParse(JSON.parse(text)).data?.author
  }

  async function nameOf(author: string): Promise<string> {
    const found: unknown = await ask(`/users/${author}`)
    return user.safeParse(found).data?.displayName ?? author
  }

  return async (documents, manifest) => {
    const revisions = documents.slice(0, ASKED).flatMap((id) => {
      const revision = manifest.documents[id]
      return revision === undefined ? [] : [{ id, revision }]
    })
    const found = await Promise.allSettled(revisions.map(({ id, revision }) => authorOf(id, revision)))
    const authors = new Set(found.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : [])))
    const names = await Promise.allSettled([...authors].map(nameOf))
    return names.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}
