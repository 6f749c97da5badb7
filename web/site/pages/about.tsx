import type { Content } from '../../content/content.ts'
import { AboutHead } from '../../sections/about/about-head.tsx'
import { AboutMission } from '../../sections/about/about-mission.tsx'
import { AboutPrinciples } from '../../sections/about/about-principles.tsx'
import { ClosingCall } from '../../sections/closing/closing-call.tsx'

/** Why the engine is built, and by which principles. */
export function AboutPage({ content }: { content: Content }) {
  const { about, closing } = content
  return (
    <main id="main">
      <AboutHead content={about} seal={closing.seal} />
      <AboutMission content={about.mission} />
      <AboutPrinciples content={about.principles} />
      <ClosingCall content={about.closing} source="about" />
    </main>
  )
}
