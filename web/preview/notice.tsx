import { NotFoundNotice } from '../sections/not-found/not-found-notice.tsx'
import type { SiteRoute } from '../site/routes.tsx'

/** What a notice says. */
export interface NoticeWords {
  title: string
  text: string
}

/** A page of the site that says why another one is not shown. */
export function noticeRoute(words: NoticeWords): SiteRoute {
  return {
    path: '/not-found',
    page: ({ notFound }) => (
      <main id="main">
        <NotFoundNotice content={{ ...notFound, ...words, note: '' }} />
      </main>
    ),
    seo: ({ notFound: { seo } }) => ({ ...seo, title: words.title, description: words.text }),
    indexed: false,
  }
}
