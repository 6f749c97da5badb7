import { messageOf, OperationalError } from '../../api/contract/operational-error.ts'
import type { PreviewPage, ShareEnd } from '../../api/contract/previews.ts'
import { renderPage, type RenderOptions } from '../publisher/render/render-page.tsx'
import { noticeRoute, type NoticeWords } from './notice.tsx'
import { LIVE_POLICY } from './policy.ts'
import { keepLinksIn } from './render-draft.ts'
import type { View } from './view.ts'

const WORDS: Record<ShareEnd, NoticeWords> = {
  revoked: {
    title: 'This link was withdrawn',
    text: 'It led to a draft. Whoever sent it has taken it back: ask them for another one.',
  },
  ended: {
    title: 'This link has ended',
    text: 'It led to a draft for a few days, which are over. Ask whoever sent it for another one.',
  },
}

/**
 * The page of a share link that is no longer valid, within the site as it is published.
 * @throws OperationalError where what is published can't be rendered
 */
export async function endedPage(view: View, end: ShareEnd, options: RenderOptions): Promise<PreviewPage> {
  try {
    const { html } = await renderPage(noticeRoute(WORDS[end]), view.snapshot(), options)
    return { status: 410, html: keepLinksIn(html, ''), policy: LIVE_POLICY }
  } catch (error) {
    const reason = messageOf(error)
    throw new OperationalError(
      `What is published can’t be drawn (${reason}): mend what “Not live yet” lists in the Studio.`,
      { cause: error },
    )
  }
}
