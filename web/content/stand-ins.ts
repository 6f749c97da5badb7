import { foldFrom } from '../../api/contract/redirect-paths.ts'
import { collapseRedirects } from '../../api/contract/redirect-rules.ts'
import type { Documents, StoredDocument } from './documents.ts'
import { inspect } from './inspection.ts'
import { pagePaths, pathOf, redirectsIn } from './paths.ts'
import { rulesIn } from './redirects.ts'

/**
 * Which documents to replace, by id, so that a faulty one becomes valid again, and by what: undefined for a document
 * that is to be removed, and the document itself where nothing better is known.
 */
export function standIns(
  id: string,
  documents: Documents,
  lastGood: Documents,
): [string, StoredDocument | undefined][] {
  const now = documents.get(id)
  if (now?._rev !== lastGood.get(id)?._rev) return [[id, lastGood.get(id)]]
  // The document became invalid when something else was changed or removed: only that is put back.
  const needed = now ? neededBy(now, documents, lastGood) : []
  return (needed.length > 0 ? needed : left(documents, lastGood)).map((key) => [key, lastGood.get(key)])
}

/** Ids of changed documents that this one refers to, links to, redirects from, or shares its address with. */
function neededBy(document: StoredDocument, documents: Documents, lastGood: Documents): string[] {
  const { references, links } = inspect(document)
  const targets = references
    .map(({ to }) => to)
    .filter((to) => documents.get(to)?._type !== lastGood.get(to)?._type)
  const { redirects } = redirectsIn(lastGood)
  const paths = new Set([
    ...links.flatMap(({ to }) => [withoutRest(to), withoutRest(redirects[withoutRest(to)] ?? '')]),
    ...(document._id === 'redirects' ? brokenPaths(documents, redirects) : []),
  ])
  const own = pathOf(document)
  const pages = [...new Set([...lastGood.keys(), ...documents.keys()])].filter((key) => {
    const before = addressIn(lastGood, key)
    const after = addressIn(documents, key)
    if (before === after) return false
    return (before !== undefined && paths.has(before)) || (after !== undefined && after === own)
  })
  return [...targets, ...pages]
}

/** The paths that invalid rules redirect from, and where these ended `before`: at one of them, a page is missing. */
function brokenPaths(documents: Documents, before: Readonly<Record<string, string>>): string[] {
  const rules = rulesIn(documents)
  const { faults } = collapseRedirects(rules, pagePaths(documents))
  const broken = new Set(faults.map(({ key }) => key))
  return rules
    .filter(({ _key }) => broken.has(_key))
    .map(({ from }) => foldFrom(from))
    .flatMap((from) => [from, foldFrom(withoutRest(before[from] ?? ''))])
}

/** The remaining causes: a redirect that is gone, or any other document that is. */
function left(documents: Documents, lastGood: Documents): string[] {
  if (documents.get('redirects')?._rev !== lastGood.get('redirects')?._rev) return ['redirects']
  return [...lastGood.keys()].filter((key) => !documents.has(key))
}

function addressIn(documents: Documents, id: string): string | undefined {
  const document = documents.get(id)
  return document && pathOf(document)
}

/** A path without query and fragment. */
function withoutRest(path: string): string {
  return path.replace(/[?#].*$/su, '')
}
