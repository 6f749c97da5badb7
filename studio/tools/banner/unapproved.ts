import { UNAPPROVED_TYPES } from '../../../api/contract/document-types.ts'
import type { Review } from '../review/open-reviews.ts'
import type { OpenRelease, Version } from './conflicts.ts'
import { titleOfRelease } from './held-reasons.ts'

/** A release of which somebody has still to approve something. */
export interface Unapproved {
  name: string
  title: string
  versions: readonly Version[]
}

/** What nobody approved as it stands now, of each release that is still to go live. */
export function unapprovedIn(
  releases: readonly OpenRelease[],
  versions: readonly Version[],
  reviews: readonly Review[],
): Unapproved[] {
  const approved = new Set(
    reviews
      .filter(({ status }) => status === 'approved')
      .map(({ document, revision }) => `${document} ${revision}`),
  )
  const open = versions.filter(
    ({ _id, _type, _rev, isEnding }) =>
      !isEnding && !UNAPPROVED_TYPES.includes(_type) && !approved.has(`${_id} ${_rev}`),
  )
  return releases.flatMap(({ _id, metadata }) => {
    const name = _id.slice('_.releases.'.length)
    const own = open.filter((version) => version._id.startsWith(`versions.${name}.`))
    return own.length === 0 ? [] : [{ name, title: titleOfRelease(metadata.title), versions: own }]
  })
}
