import type { Content } from '../../content/content.ts'
import { ClosingCall } from '../../sections/closing/closing-call.tsx'
import { PlatformCal } from '../../sections/platform/platform-cal.tsx'
import { PlatformFeatures } from '../../sections/platform/platform-features.tsx'
import { PlatformHead } from '../../sections/platform/platform-head.tsx'
import { PlatformHowItWorks } from '../../sections/platform/platform-how-it-works.tsx'

/** What the engine does, on one page. */
export function PlatformPage({ content }: { content: Content }) {
  const { platform, howItWorks, features } = content
  return (
    <main id="main">
      <PlatformHead content={platform} />
      <PlatformHowItWorks content={platform.howItWorks} examples={howItWorks} />
      <PlatformCal content={platform.cal} engine={howItWorks.engine} />
      <PlatformFeatures content={platform.features} features={features} />
      <ClosingCall content={platform.closing} source="platform" />
    </main>
  )
}
