import { placeholdersIn } from '../../../api/contract/placeholders.ts'
import { newDictionary } from '../../content/dictionary.ts'
import type { StoredDocument } from '../../content/documents.ts'
import { documentWords, fieldWords } from '../../content/field-words.ts'
import type { Held } from '../../content/hold-back.ts'
import type { Snapshot } from '../../content/snapshot.ts'
import { fillVariables } from '../../content/variables.ts'
import type { Manifest } from './manifest.ts'

/** What a release is made of. */
interface ReleaseParts {
  build: string
  snapshot: Snapshot
  rendering: Pick<Manifest, 'pages' | 'redirects'>
  held: Held[]
  /** Id of the newest release so far. */
  newest: string | undefined
}

/** How the id of a release starts: with the time when it was made, as `20251031T120000000Z`. */
const ID_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/

/** The manifest of a new release, whose id sorts after that of the newest one. */
export function manifestOf({ build, snapshot, rendering, held, newest }: ReleaseParts): Manifest {
  const at = new Date()
  const { pages, redirects } = rendering
  return {
    id: releaseId(at, snapshot.stamp, newest),
    at: at.toISOString(),
    build,
    snapshot: snapshot.stamp,
    documents: snapshot.revisions,
    pages,
    redirects,
    held,
    titles: titlesOf(snapshot),
    placeholders: placeholdersOf(snapshot),
  }
}

/**
 * The id of a release that is made now. It sorts after the `newest` one, even where the clock was ahead when that was
 * made: then it counts on from there, and only the manifest's `at` has the real time.
 */
export function releaseId(now: Date, stamp: string, newest: string | undefined): string {
  const last = newest === undefined ? undefined : timeOf(newest)
  const at = last === undefined ? now : new Date(Math.max(now.getTime(), last + 1))
  return `${at.toISOString().replace(/\W/g, '')}-${stamp}`
}

/** In ms since 1970. */
function timeOf(id: string): number | undefined {
  const [, year, month, day, hour, minute, second, ms] = ID_TIME.exec(id) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(time) ? undefined : time
}

function titlesOf({ documents, variables }: Snapshot): Record<string, string> {
  const titles = newDictionary<string>()
  for (const document of documents.values()) {
    if (document._type.startsWith('sanity.')) continue
    const words = titleOf(document)
    titles[document._id] = words.includes('{')
      ? String(fillVariables(words, (name) => variables.get(name)?.text))
      : words
  }
  return titles
}

const knownTitles = new WeakMap<StoredDocument, string>()

function titleOf(document: StoredDocument): string {
  const known = knownTitles.get(document)
  if (known !== undefined) return known
  const words = documentWords(document)
  knownTitles.set(document, words)
  return words
}

function placeholdersOf({ documents }: Snapshot): NonNullable<Manifest['placeholders']> {
  const settings = documents.get('settings')
  if (!settings) return []
  return placeholdersIn(settings).map((one) => ({ ...one, title: fieldWords(settings, one.path) }))
}
