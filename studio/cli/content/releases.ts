import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'

/** A content release: versions of documents that go live together. */
export interface Release {
  name: string
  /** As editors call it. */
  title: string
  /** `active` while its versions may change; `scheduled`, `published` and `archived` lock them. */
  state: string
}

const RELEASES = '*[_type == "system.release"]{name, state, "title": coalesce(metadata.title, name)}'

/** All content releases of a dataset, those that ended too. @throws OperationalError when it can't be read */
export async function readReleases({ client, name }: Dataset): Promise<Release[]> {
  return client.fetch<Release[]>(RELEASES).catch((error: unknown) => {
    throw new OperationalError(`Could not read the releases of ${name}: ${messageOf(error)}`, {
      cause: error,
    })
  })
}
