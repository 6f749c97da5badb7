import type { Content } from '../../../../../web/content/content.ts'
import { Cal } from '../../../../../web/sections/cal/cal.tsx'
import { Closing } from '../../../../../web/sections/closing/closing.tsx'
import { Demo } from '../../../../../web/sections/demo/demo.tsx'
import { Faq } from '../../../../../web/sections/faq/faq.tsx'
import { Features } from '../../../../../web/sections/features/features.tsx'
import { Hero } from '../../../../../web/sections/hero/hero.tsx'
import { HowItWorks } from '../../../../../web/sections/how-it-works/how-it-works.tsx'
import { Integrations } from '../../../../../web/sections/integrations/integrations.tsx'
import { Roi } from '../../../../../web/sections/roi/roi.tsx'
import { Security } from '../../../../../web/sections/security/security.tsx'
import { WhyNow } from '../../../../../web/sections/why-now/why-now.tsx'
import { HydratedPage } from '../page.tsx'

/** The home page with its own sections alone: those of other pages would come along with the product's `pages.tsx`. */
export function HydratedHome({ content }: { content: Content }) {
  const { hero, howItWorks, settings } = content
  return (
    <HydratedPage path="/" content={content}>
      <main id="main">
        <Hero content={hero} record={howItWorks} />
        <WhyNow content={content.whyNow} number={2} />
        <HowItWorks content={howItWorks} number={3} />
        <Cal content={content.cal} number={4} />
        <Demo content={content.demo} number={5} serial={hero.record.number} />
        <Features content={content.features} number={6} />
        <Roi content={content.roi} number={7} toasts={settings.toasts} />
        <Integrations content={content.integrations} number={8} />
        <Security content={content.security} number={9} />
        <Faq content={content.faq} number={10} />
        <Closing content={content.closing} waitlist={settings.waitlist} />
      </main>
    </HydratedPage>
  )
}
