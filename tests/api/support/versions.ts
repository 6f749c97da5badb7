import type { ReleaseList } from '../../../api/contract/publishing.ts'

/** When the versions were made that the site can go back to, and of what. */
export function madeOf({ releases }: ReleaseList): unknown[] {
  return releases.map(({ at, documents }) => [at, documents])
}
