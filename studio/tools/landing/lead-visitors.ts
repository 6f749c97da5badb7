import type { SanityClient } from 'sanity'
import { sitePaths } from '../../schema/site-paths.ts'
import { leadingFault, rulesFrom, rulesGoneWith, type StoredRule } from './rules-of-page.ts'

/** A landing page that is about to be taken away. */
export interface LeavingPage {
  /** Of the published document. */
  id: string
  path: string
}

interface Redirects {
  _id: string
  rules: StoredRule[] | null
}

/**
 * Leads visitors of a page to another place, as soon as it is gone.
 * @returns what keeps them from getting there, and then nothing is changed; nothing when nothing does
 * @throws what the client throws, when the lake does not answer
 */
export async function leadVisitors(
  client: SanityClient,
  { id, path }: LeavingPage,
  to: string,
): Promise<string | undefined> {
  const [found, others] = await Promise.all([readRedirects(client), otherPages(client, id)])
  const published = found.find(({ _id }) => _id === 'redirects')
  const fault = leadingFault(path, to, published?.rules ?? [], others)
  if (fault === undefined) await writeRedirect(client, { path, to }, found)
  return fault
}

/**
 * Takes away the redirects from a page's path and those that would lead nowhere without it: the site would hold the
 * page's removal for them. It is done before the page goes, so old addresses end at once.
 * @throws what the client throws, when the lake does not answer
 */
export async function leadNowhere(client: SanityClient, { id, path }: LeavingPage): Promise<void> {
  const [found, others] = await Promise.all([readRedirects(client), otherPages(client, id)])
  const transaction = client.transaction()
  for (const { _id, rules } of found) {
    const keys = rulesGoneWith(path, rules ?? [], others)
    if (keys.length > 0) transaction.patch(_id, { unset: keys.map(ruleAt) })
  }
  if (transaction.toJSON().length > 0) await transaction.commit({ tag: 'redirect.dropped' })
}

/**
 * Leads visitors of an old path on. The redirect rests as long as a page stands there.
 * @throws what the client throws, when the lake does not answer
 */
export async function leaveRedirect(client: SanityClient, path: string, to: string): Promise<void> {
  await writeRedirect(client, { path, to }, await readRedirects(client))
}

/**
 * Writes the redirects as published and their draft where there is one: it would take the rule away again. Older
 * rules from the same path make way.
 */
async function writeRedirect(
  client: SanityClient,
  { path, to }: { path: string; to: string },
  found: readonly Redirects[],
): Promise<void> {
  const rule = { _type: 'redirect', _key: crypto.randomUUID().slice(0, 12), from: path, to }
  const transaction = client
    .transaction()
    .createIfNotExists({ _id: 'redirects', _type: 'redirects', rules: [] })
  for (const id of new Set(['redirects', ...found.map(({ _id }) => _id)])) {
    const older = rulesFrom(path, found.find(({ _id }) => _id === id)?.rules ?? [])
    if (older.length > 0) transaction.patch(id, { unset: older.map(ruleAt) })
    transaction.patch(id, { setIfMissing: { rules: [] } }).patch(id, (patch) => patch.append('rules', [rule]))
  }
  await transaction.commit({ tag: 'redirect.left' })
}

/** The redirects as published and their draft, where they are there. */
async function readRedirects(client: SanityClient): Promise<Redirects[]> {
  const query = '*[_id in ["redirects", "drafts.redirects"]]{_id, rules}'
  return client.fetch<Redirects[]>(query, {}, { perspective: 'raw' })
}

async function otherPages(client: SanityClient, id: string): Promise<ReadonlySet<string>> {
  const { pages } = await sitePaths({ getClient: () => client }, id)
  return pages
}

function ruleAt(key: string): string {
  return `rules[_key==${JSON.stringify(key)}]`
}
