import { AddIcon } from '@sanity/icons/Add'
import { SearchIcon } from '@sanity/icons/Search'
import { map, type Observable } from 'rxjs'
import type { DocumentPluginOptions } from 'sanity'
import type { ListBuilder, StructureBuilder, StructureResolver } from 'sanity/structure'
import { CLIENT } from './client-options.ts'
import { legalTemplate } from './schema/legal-page.ts'
import { LISTS } from './schema/lists.ts'
import { isSingleton, legalSlug, LEGAL_PAGES, PAGES } from './schema/pages.ts'
import { followQuery } from './tools/follow-query.ts'
import { forLanding, leadOn } from './tools/landing/landing-actions.tsx'
import { CompareAction, OpenDraftAction } from './tools/pages/page-actions.tsx'
import { addToSite } from './tools/publish/add-to-site.tsx'
import { keepPublish } from './tools/publish/kept-publish.tsx'
import { askApproval } from './tools/review/ask-approval.ts'
import { ApproveAction, ReadyAction, ReviewBadge, TakeBackAction } from './tools/review/review-actions.tsx'
import { ShareAction } from './tools/share/share-action.tsx'

/** Links to a document that the lists answer, so that it opens in its list. */
const OPENS = new Set(['create', 'edit'])

/** The last item of each list: the Studio searches only lists that it orders itself. */
const SEARCH = 'search'

type List = (typeof LISTS)[number]

interface Order {
  shown: string[]
  all: string[]
}

/** The desk: pages, then lists in their site order, then what every page shares. */
export const structure: StructureResolver = (S, { documentStore, perspectiveStack, schema }) => {
  // As the chosen release has it: what is new in it is on no other list.
  const asChosen = { ...CLIENT, perspective: perspectiveStack }

  function orderOf({ type, path }: List): Observable<Order> {
    const query = {
      fetch: `{"shown": coalesce(*[_id == "home"][0].${path}[]._ref, []), "all": *[_type == $type] | order(title asc)._id}`,
      listen: '*[_type in [$type, "home"]]',
    }
    return followQuery<Order>(documentStore, query, { type }, asChosen)
  }

  return S.list()
    .id('content')
    .title('Content')
    .items([
      S.divider().title('Pages'),
      ...PAGES.map((type) => S.documentListItem().id(type).schemaType(type)),
      ...LEGAL_PAGES.map((id) =>
        S.documentListItem()
          .id(id)
          .schemaType('legalPage')
          .child(
            S.document()
              .schemaType('legalPage')
              .documentId(id)
              .initialValueTemplate(legalTemplate.id, { slug: legalSlug(id) }),
          ),
      ),
      S.documentTypeListItem('landingPage').title('Landing pages'),
      S.divider().title('On the pages'),
      ...LISTS.map((list) =>
        S.listItem()
          .id(list.type)
          .title(list.title)
          .icon(schema.get(list.type)?.icon)
          .schemaType(list.type)
          .child(() => orderOf(list).pipe(map((order) => orderedList(S, list, order)))),
      ),
      S.divider().title('Everywhere'),
      S.documentListItem().id('settings').schemaType('settings'),
      S.documentListItem().id('redirects').schemaType('redirects'),
    ])
}

/** A list can't be dragged here: its order is a draft of the home page, published like any edit. */
function orderedList(S: StructureBuilder, { type, title }: List, { shown, all }: Order): ListBuilder {
  const existing = new Set(all)
  const onSite = new Set(shown.filter((id) => existing.has(id)))
  const others = all.filter((id) => !onSite.has(id))
  const item = (id: string) => S.documentListItem().id(id).schemaType(type)
  return (
    S.list()
      .id(type)
      .title(title)
      .menuItems([
        S.menuItem()
          .title('Create new')
          .icon(AddIcon)
          .intent({ type: 'create', params: { type } })
          .showAsAction(true),
      ])
      // A new document is opened before it is in the list.
      .child((id) =>
        id === SEARCH
          ? S.documentTypeList(type).title(`Search: ${title}`)
          : S.document().id('editor').schemaType(type).documentId(id),
      )
      .canHandleIntent((intent, params) => OPENS.has(intent) && params['type'] === type)
      .items([
        ...[...onSite].map(item),
        ...(others.length > 0 ? [S.divider().title('Not on the site'), ...others.map(item)] : []),
        S.divider(),
        S.listItem().id(SEARCH).title('Search').icon(SearchIcon),
      ])
  )
}

const TAKES_AWAY = new Set<string | undefined>(['delete', 'duplicate', 'unpublish', 'unpublishVersion'])
/** What goes live with its release: nothing of it is published, listed, compared or shared by itself. */
const RELEASED = new Set<string>(['version', 'scheduled-draft'])

const REVIEW = [ApproveAction, ReadyAction, TakeBackAction]

/** What editors may do with a document: everything but make a second page or take one away. */
export const documentOptions = {
  actions: (actions, { schemaType, versionType }) => {
    const own = isSingleton(schemaType) ? actions.filter(({ action }) => !TAKES_AWAY.has(action)) : actions
    const isLanding = schemaType === 'landingPage'
    if (RELEASED.has(versionType)) return [...(isLanding ? own.map(forLanding) : own), ...REVIEW]
    const list = LISTS.find(({ type }) => type === schemaType)
    // By its name: beside what is published, the Studio has another one first.
    const all = own.flatMap((action) => {
      if (action.action !== 'publish') return [isLanding ? forLanding(action) : action]
      return [
        askApproval(keepPublish(action, isLanding ? leadOn : undefined)),
        ...(list ? [askApproval(addToSite(list.path), 'the list on the home page')] : []),
        ...REVIEW,
      ]
    })
    // On no page are redirects to be seen.
    return schemaType === 'redirects' ? all : [...all, OpenDraftAction, CompareAction, ShareAction]
  },
  badges: (badges) => [...badges, ReviewBadge],
  newDocumentOptions: (templates) => templates.filter(({ templateId }) => !isSingleton(templateId)),
} satisfies DocumentPluginOptions
