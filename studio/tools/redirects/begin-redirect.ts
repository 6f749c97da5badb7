import type { SanityClient } from 'sanity'
import { foldFrom } from '../../../api/contract/redirect-paths.ts'

interface Redirects {
  _id: string
  _type: string
  rules?: { _key: string; from?: string }[]
}

/**
 * Begins a redirect from a path in the draft of the redirects, or finds the one that was begun; nothing is published.
 * @returns the path of the field that says where it leads to
 * @throws what the client throws, when the lake does not answer
 */
export async function beginRedirect(client: SanityClient, from: string): Promise<string> {
  const query = '*[_id in ["redirects", "drafts.redirects"]]'
  const found = await client.fetch<Redirects[]>(query, {}, { perspective: 'raw' })
  const draft = found.find(({ _id }) => _id === 'drafts.redirects')
  const current = draft ?? found[0] ?? { _id: 'redirects', _type: 'redirects', rules: [] }
  const path = foldFrom(from)
  const begun = current.rules?.find((rule) => rule.from !== undefined && foldFrom(rule.from) === path)
  if (begun) return fieldOf(begun._key)

  const _key = crypto.randomUUID().slice(0, 12)
  await client
    .transaction()
    .createIfNotExists({ ...current, _id: 'drafts.redirects' })
    .patch('drafts.redirects', { setIfMissing: { rules: [] } })
    .patch('drafts.redirects', (patch) => patch.prepend('rules', [{ _type: 'redirect', _key, from }]))
    .commit({ tag: 'redirect.begin' })
  return fieldOf(_key)
}

function fieldOf(key: string): string {
  return `rules[_key=="${key}"].to`
}
