import { OperationalError, messageOf } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'

/** The release that a version is in, by its id. */
export function releaseIn(id: string): string | undefined {
  return /^versions\.([^.]+)\./u.exec(id)?.[1]
}

/**
 * Titles of the releases whose versions nobody may change, by name: those that are scheduled.
 * @param wanted whether there is anything to lock: else nothing is asked
 * @throws OperationalError when the dataset can't be read
 */
export async function lockedReleases(
  { client, name }: Dataset,
  wanted: boolean,
): Promise<ReadonlyMap<string, string>> {
  if (!wanted) return new Map()
  const scheduled = '*[_type == "system.release" && state == "scheduled"]{name, "title": metadata.title}'
  const found = await client
    .fetch<{ name: string; title: string | null }[]>(scheduled, {}, { perspective: 'raw' })
    .catch((error: unknown) => {
      throw new OperationalError(`Could not read the releases of ${name}: ${messageOf(error)}`, {
        cause: error,
      })
    })
  return new Map(found.map((release) => [release.name, release.title ?? release.name]))
}
