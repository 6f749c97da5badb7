import { getPublishedId } from '@sanity/client/csm'
import type { SanityDocumentLike } from '@sanity/types'
import { UNAPPROVED_TYPES } from '../../../api/contract/document-types.ts'
import type { Review } from '../review/open-reviews.ts'
import { saySame } from '../say-same.ts'
import type { Copy } from '../use-copies.ts'
import type { OpenRelease, Version } from './conflicts.ts'
import { titleOfRelease } from './held-reasons.ts'

/** A release with something unapproved in it. */
export interface Unapproved {
  name: string
  title: string
  versions: readonly Version[]
}

/**
 * What nobody approved as it stands now, of each release that is still to go live.
 * @param copies documents as `copiesToCompare` names them: a version that says what an approved one says needs no
 * approval of its own, as the content lake sees it
 */
export function unapprovedIn(
  releases: readonly OpenRelease[],
  versions: readonly Version[],
  reviews: readonly Review[],
  copies: readonly SanityDocumentLike[],
): Unapproved[] {
  const found = new Map(copies.map((copy) => [copy._id, copy]))
  const saysSame = ({ document, revision }: Review, { _id }: Version): boolean => {
    const [approved, own] = [found.get(document), found.get(_id)]
    return approved?._rev === revision && own !== undefined && saySame(approved, own)
  }
  const open = withoutOwnApproval(versions, reviews).filter(
    (version) => !approvedCopiesOf(version, reviews).some((review) => saysSame(review, version)),
  )
  return releases.flatMap(({ _id, metadata }) => {
    const name = _id.slice('_.releases.'.length)
    const own = open.filter((version) => version._id.startsWith(`versions.${name}.`))
    return own.length === 0 ? [] : [{ name, title: titleOfRelease(metadata.title), versions: own }]
  })
}

/** The versions that nobody approved as such, each with approved copies of its document. */
export function copiesToCompare(versions: readonly Version[], reviews: readonly Review[]): Copy[] {
  return withoutOwnApproval(versions, reviews).flatMap((version) => {
    const approved = approvedCopiesOf(version, reviews)
    const copies = approved.map(({ document: _id, revision: _rev }) => ({ _id, _rev }))
    return copies.length === 0 ? [] : [version, ...copies]
  })
}

function withoutOwnApproval(versions: readonly Version[], reviews: readonly Review[]): Version[] {
  const approved = new Set(
    reviews.filter(isApproved).map(({ document, revision }) => `${document} ${revision}`),
  )
  return versions.filter(
    ({ _id, _type, _rev, isEnding }) =>
      !isEnding && !UNAPPROVED_TYPES.includes(_type) && !approved.has(`${_id} ${_rev}`),
  )
}

function approvedCopiesOf({ _id }: Version, reviews: readonly Review[]): Review[] {
  const id = getPublishedId(_id)
  return reviews.filter((review) => isApproved(review) && getPublishedId(review.document) === id)
}

function isApproved({ status }: Review): boolean {
  return status === 'approved'
}
