import type { StoredDocument } from '../../../../web/content/documents.ts'
import { heldDocuments, holdBack } from '../../../../web/content/hold-back.ts'
import { landingPage } from '../../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../../support/launch-content.ts'

const blocks = [{ _type: 'quoteBlock', _key: 'q', quote: 'Yes.', person: 'Dana' }]
export const spring = landingPage('spring', { blocks })
export const summer = landingPage('summer', { blocks })
export const PRIVACY = 'legal-privacy'

/** The launch content with a link that was typed, not chosen, and with these documents. */
export function siteWith(href: string, ...more: StoredDocument[]): Map<string, StoredDocument> {
  const documents = linking(PRIVACY, href, launchDocuments())
  for (const document of more) documents.set(document._id, document)
  return documents
}

/** With such a link in a legal page. */
export function linking(id: string, href: string, documents: ReadonlyMap<string, StoredDocument>) {
  const block = {
    _type: 'block',
    _key: 'typed',
    style: 'normal',
    markDefs: [{ _type: 'link', _key: 'l', href }],
    children: [{ _type: 'span', _key: 's', text: 'Here', marks: ['l'] }],
  }
  const body = documents.get(id)?.['body'] as object[]
  return edited(documents, id, { body: [...body, block] })
}

/** A landing page with a button to each of these. */
export function pageTo(slug: string, ...hrefs: string[]): StoredDocument {
  const actions = hrefs.map((href) => ({ _type: 'action', _key: href, label: 'Go', leads: 'link', href }))
  return landingPage(slug, { blocks: [{ _type: 'callBlock', _key: 'call', title: 'Go.', actions }] })
}

export function movedTo(slug: string, page: StoredDocument): StoredDocument {
  return { ...page, _rev: `${page._id}-moved`, slug: { _type: 'slug', current: slug } }
}

export function redirects(...rules: [from: string, to: string][]): StoredDocument {
  const all = rules.map(([from, to]) => ({ _key: from, _type: 'redirect', from, to }))
  return {
    _id: 'redirects',
    _type: 'redirects',
    _rev: JSON.stringify(rules),
    _updatedAt: '2025-01-01T00:00:00Z',
    rules: all,
  }
}

/** Ids of what is held of `fresh`, what each says, and the fields of other documents that each leads to. */
export function heldOf(fresh: Map<string, StoredDocument>, lastGood: ReadonlyMap<string, StoredDocument>) {
  const { documents, faults } = holdBack({ fresh, lastGood })
  const held = heldDocuments({ fresh, lastGood }, documents, faults)
  return {
    documents,
    ids: held.map(({ _id }) => _id),
    sentences: held.flatMap((one) => one.faults.map(({ message }) => message)),
    fields: held.flatMap((one) => one.faults.map(({ elsewhere }) => elsewhere)),
  }
}

export function without(documents: ReadonlyMap<string, StoredDocument>, ...ids: string[]) {
  return new Map([...documents].filter(([id]) => !ids.includes(id)))
}
