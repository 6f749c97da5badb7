import { messageOf, OperationalError } from '../../api/contract/operational-error.ts'
import type { PreviewPage, ShareEnd } from '../../api/contract/previews.ts'
import { renderPage, type RenderOptions } from '../publisher/render/render-page.tsx'
import { NotFoundNotice } from '../sections/not-found/not-found-notice.tsx'
import type { SiteRoute } from '../site/routes.tsx'
import { keepLinksIn } from './render-draft.ts'
import { LIVE_POLICY } from './policy.ts'
import type { View } from './view.ts'

const WORDS: Record<ShareEnd, { title: string; text: string; note: string }> = {
  revoked: {
    title: 'This link was withdrawn',
    text: 'It led to a draft. Whoever sent it has taken it back: ask them for another one.',
    note: '',
  },
  ended: {
    title: 'This link has ended',
    text: 'It led to a draft for a few days, which are over. Ask whoever sent it for another one.',
    note: '',
  },
}

/**
 * The page of a share link that leads nowhere any more: the site's own around it, as it is published.
 * @throws OperationalError where what is published can't be drawn
 */
export async function endedPage(view: View, end: ShareEnd, options: RenderOptions): Promise<PreviewPage> {
  const route: SiteRoute = {
    path: '/not-found',
    page: ({ notFound }) => (
      <main id="main">
        <NotFoundNotice content={{ ...notFound, ...WORDS[end] }} />
      </main>
    ),
    seo: ({ notFound: { seo } }) => ({ ...seo, title: WORDS[end].title, description: WORDS[end].text }),
    indexed: false,
  }
  try {
    const { html } = await renderPage(route, view.snapshot(), options)
    return { status: 410, html: keepLinksIn(html, ''), policy: LIVE_POLICY }
  } catch (error) {
    const reason = messageOf(error)
    throw new OperationalError(
      `What is published can’t be drawn (${reason}): mend what “Not live yet” lists in the Studio.`,
      { cause: error },
    )
  }
}
