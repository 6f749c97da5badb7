import type { Content } from '../../content/content.ts'
import { NotFoundNotice } from '../../sections/not-found/not-found-notice.tsx'

/** Shown for every address that has no page. */
export function NotFoundPage({ content }: { content: Content }) {
  return (
    <main id="main">
      <NotFoundNotice content={content.notFound} />
    </main>
  )
}
