import { getVersionId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { sitePaths } from '../../schema/site-paths.ts'
import { leadingFault, rulesFrom, rulesGoneWith, type StoredRule } from './rules-of-page.ts'

/** A landing page that is about to be removed. */
export interface LeavingPage {
  /** Of the published document. */
  id: string
  path: string
  /** The content release that removes it; none if that happens at once. */
  release?: string | undefined
}

interface Redirects {
  _id: string
  rules: StoredRule[] | null
}

/**
 * Redirects a page's visitors to another place as soon as the page is gone; until then, the redirect rests.
 * @returns what prevents it, in which case nothing was changed; undefined on success
 * @throws what the client throws, when the lake does not answer
 */
export async function leadVisitors(
  client: SanityClient,
  { id, path, release }: LeavingPage,
  to: string,
): Promise<string | undefined> {
  const [found, others] = await Promise.all([readRedirects(client, release), otherPages(client, id, release)])
  const rulesIn = (document: string) => found.find(({ _id }) => _id === document)?.rules
  const fault = leadingFault(path, to, rulesIn(redirectsIn(release)) ?? rulesIn('redirects') ?? [], others)
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
 * Writes the redirects as published and what else is `found` of them: a draft or version would take the rule away
 * again. Older rules from the same path make way.
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

/** The redirects as published, their draft and their version in a release, where they are there. */
async function readRedirects(client: SanityClient, release?: string): Promise<Redirects[]> {
  const ids = ['redirects', 'drafts.redirects', redirectsIn(release)]
  return client.fetch<Redirects[]>('*[_id in $ids]{_id, rules}', { ids }, { perspective: 'raw' })
}

function redirectsIn(release: string | undefined): string {
  return release === undefined ? 'redirects' : getVersionId('redirects', release)
}

/** Paths of the site's other pages, as they are once the page is gone. */
async function otherPages(client: SanityClient, id: string, release?: string): Promise<ReadonlySet<string>> {
  const document = { _id: release === undefined ? id : getVersionId(id, release) }
  const { pages } = await sitePaths({ getClient: () => client, document }, id)
  return pages
}

function ruleAt(key: string): string {
  return `rules[_key==${JSON.stringify(key)}]`
}
