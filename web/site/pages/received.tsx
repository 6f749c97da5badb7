import type { Content } from '../../content/content.ts'
import { Result } from '../../sections/result/result.tsx'

/** Where a plain form leads that was received. */
export function ReceivedPage({ content }: { content: Content }) {
  return (
    <main id="main">
      <Result content={content.settings.results.received} received href="/" />
    </main>
  )
}
