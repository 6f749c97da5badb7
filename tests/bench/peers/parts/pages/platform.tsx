import type { Content } from '../../../../../web/content/content.ts'
import { ClosingCall } from '../../../../../web/sections/closing/closing-call.tsx'
import { PlatformHowItWorks } from '../../../../../web/sections/how-it-works/platform-how-it-works.tsx'
import { PlatformCal } from '../../../../../web/sections/platform/platform-cal.tsx'
import { PlatformFeatures } from '../../../../../web/sections/platform/platform-features.tsx'
import { PlatformHead } from '../../../../../web/sections/platform/platform-head.tsx'
import { HydratedPage } from '../page.tsx'

export function HydratedPlatform({ content }: { content: Content }) {
  const { platform, howItWorks, features } = content
  return (
    <HydratedPage path="/platform" content={content}>
      <main id="main">
        <PlatformHead content={platform} />
        <PlatformHowItWorks content={platform.howItWorks} examples={howItWorks} />
        <PlatformCal content={platform.cal} engine={howItWorks.engine} />
        <PlatformFeatures content={platform.features} features={features} />
        <ClosingCall content={platform.closing} source="platform" intent="demo" />
      </main>
    </HydratedPage>
  )
}
