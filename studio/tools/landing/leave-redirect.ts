import type { SanityClient } from 'sanity'

/**
 * Leads visitors of an old path on, in the redirects as published and in their draft where there is one: it
 * would take the rule away again. An older rule from the same path makes way.
 * @throws what the client throws, when the lake does not answer
 */
export async function leaveRedirect(client: SanityClient, from: string, to: string): Promise<void> {
  const rule = { _type: 'redirect', _key: crypto.randomUUID().slice(0, 12), from, to }
  const hasDraft = (await client.fetch<number>('count(*[_id == "drafts.redirects"])', {}, RAW)) > 0
  const transaction = client
    .transaction()
    .createIfNotExists({ _id: 'redirects', _type: 'redirects', rules: [] })
  for (const id of hasDraft ? ['redirects', 'drafts.redirects'] : ['redirects'])
    transaction
      .patch(id, { setIfMissing: { rules: [] } })
      .patch(id, { unset: [`rules[from == ${JSON.stringify(from)}]`] })
      .patch(id, (patch) => patch.append('rules', [rule]))
  await transaction.commit({ tag: 'redirect.left' })
}

const RAW = { perspective: 'raw' } as const
