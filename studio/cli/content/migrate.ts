import { randomUUID } from 'node:crypto'
import { counted } from '../../../api/contract/amounts.ts'
import { OperationalError, messageOf } from '../../../api/contract/operational-error.ts'
import { documentWords, fieldWords } from '../../../web/content/field-words.ts'
import { releaseOf } from '../../lake/document.ts'
import type { Dataset } from './datasets.ts'
import { missingInitials, type Initial } from './initial-values.ts'
import { readReleases } from './releases.ts'

interface MigrateOptions {
  /** Only reports what would be written. */
  dryRun: boolean
  /** Prints a line. */
  say: (line: string) => void
}

interface Stored {
  _id: string
  _type: string
  _rev: string
  _updatedAt: string
  [field: string]: unknown
}

/** Documents that editors write: all but system documents, assets and records of migrations. */
const CONTENT =
  '*[!(_type in ["sanity.imageAsset", "sanity.fileAsset", "migration"]) && !(_type match "system.*")]'

/**
 * Fills each required field that is empty with the initial value of its schema, in published documents and drafts,
 * in one transaction with a document of type `migration` that says when and what. Where nothing is empty, nothing is
 * written.
 * @returns how many fields were filled, or would be
 * @throws OperationalError when the dataset can't be read or written, or somebody edited one of them meanwhile
 */
export async function migrate(dataset: Dataset, { dryRun, say }: MigrateOptions): Promise<number> {
  const { client, name } = dataset
  const documents = await client.fetch<Stored[]>(CONTENT).catch((error: unknown) => {
    throw new OperationalError(`Could not read ${name}: ${messageOf(error)}`, { cause: error })
  })
  const lacking = documents
    .map((document) => ({ document, initials: missingInitials(document) }))
    .filter(({ initials }) => initials.length > 0)
  const locked = await lockedReleases(dataset, lacking.length > 0)
  const due = lacking.filter(({ document }) => !locked.has(releaseOf(document._id) ?? ''))
  for (const { document } of lacking) {
    const release = locked.get(releaseOf(document._id) ?? '')
    if (release !== undefined)
      say(
        `${wordsOf(document)}: skipped, as the release “${release}” is scheduled. Unschedule it to fill it in.`,
      )
  }
  const fields = due.flatMap(({ document, initials }) =>
    initials.map(({ path, value }) => ({ document: document._id, path, value })),
  )
  for (const { document, initials } of due)
    for (const { path, value } of initials)
      say(
        `${wordsOf(document)}: ${fieldWords(document, path)} ${dryRun ? 'would be' : 'is'} ${JSON.stringify(value)}`,
      )
  if (fields.length === 0) {
    say(`There is nothing to do: in ${name}, no required field with an initial value is empty.`)
    return 0
  }
  const amount = counted(fields.length, 'field')
  if (dryRun) {
    say(`${amount} would be filled in. Nothing was written.`)
    return fields.length
  }
  const transaction = client.transaction()
  for (const { document, initials } of due) transaction.patch(document._id, patchOf(document, initials))
  const ranAt = new Date().toISOString()
  // Without a token, nobody can read ids with a dot.
  transaction.create({
    _id: `migration.${ranAt.replaceAll(/\W/g, '')}`,
    _type: 'migration',
    ranAt,
    fields: fields.map(({ document, path }) => ({ _key: randomUUID(), document, path })),
  })
  await transaction.commit().catch((error: unknown) => {
    const isEdited = (error as { statusCode?: unknown }).statusCode === 409
    const reason = isEdited
      ? 'somebody edited one of these documents meanwhile. Run it again.'
      : messageOf(error)
    throw new OperationalError(`Nothing was written to ${name}: ${reason}`, { cause: error })
  })
  say(`Filled in ${amount} of ${name}. Look there in the Studio: what is published is live.`)
  return fields.length
}

function patchOf({ _rev }: Stored, initials: readonly Initial[]) {
  return {
    ifRevisionID: _rev,
    setIfMissing: Object.fromEntries(initials.flatMap(({ groups }) => groups)),
    set: Object.fromEntries(initials.map(({ path, value }) => [path, value])),
  }
}

function wordsOf(document: Stored): string {
  const [, published = document._id] = /^(?:drafts|versions\.[^.]+)\.(.+)$/u.exec(document._id) ?? []
  const words = documentWords({ ...document, _id: published })
  if (published === document._id) return words
  return `${words} (${releaseOf(document._id) === undefined ? 'draft' : 'in a release'})`
}

/**
 * Titles of the releases whose versions nobody may change, by name: those that are scheduled.
 * @param wanted whether there is anything to lock: else nothing is asked
 * @throws OperationalError when the dataset can't be read
 */
async function lockedReleases(dataset: Dataset, wanted: boolean): Promise<ReadonlyMap<string, string>> {
  const releases = wanted ? await readReleases(dataset) : []
  const scheduled = releases.filter(({ state }) => state === 'scheduled')
  return new Map(scheduled.map((release) => [release.name, release.title]))
}
