import { Fragment, type ReactNode } from 'react'
import type { Content } from '../../content/content.ts'
import { Cal } from '../../sections/cal/cal.tsx'
import { Closing } from '../../sections/closing/closing.tsx'
import { Demo } from '../../sections/demo/demo.tsx'
import { Faq } from '../../sections/faq/faq.tsx'
import { Features } from '../../sections/features/features.tsx'
import { Hero } from '../../sections/hero/hero.tsx'
import { HowItWorks } from '../../sections/how-it-works/how-it-works.tsx'
import { Integrations } from '../../sections/integrations/integrations.tsx'
import { Roi } from '../../sections/roi/roi.tsx'
import { Security } from '../../sections/security/security.tsx'
import { WhyNow } from '../../sections/why-now/why-now.tsx'
import { SECTIONS, sectionNumber, type SectionId } from '../sections.ts'

type Part = (content: Content, number: number) => ReactNode

const parts: Record<SectionId, Part> = {
  hero: ({ hero, howItWorks }) => <Hero content={hero} record={howItWorks} />,
  'why-now': ({ whyNow }, number) => <WhyNow content={whyNow} number={number} />,
  'how-it-works': ({ howItWorks }, number) => <HowItWorks content={howItWorks} number={number} />,
  cal: ({ cal }, number) => <Cal content={cal} number={number} />,
  demo: ({ demo, hero }, number) => <Demo content={demo} number={number} serial={hero.record.number} />,
  features: ({ features }, number) => <Features content={features} number={number} />,
  roi: ({ roi, settings }, number) => <Roi content={roi} number={number} toasts={settings.toasts} />,
  integrations: ({ integrations }, number) => <Integrations content={integrations} number={number} />,
  security: ({ security }, number) => <Security content={security} number={number} />,
  faq: ({ faq }, number) => <Faq content={faq} number={number} />,
  closing: ({ closing, settings }) => <Closing content={closing} waitlist={settings.waitlist} />,
}

/** The home page: its clauses in the site's one order, numbered by it. */
export function Home({ content }: { content: Content }) {
  return (
    <main id="main">
      {SECTIONS.map((id) => (
        <Fragment key={id}>{parts[id](content, sectionNumber(id))}</Fragment>
      ))}
    </main>
  )
}
