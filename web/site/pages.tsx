import { Fragment, type ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Content, LegalPage as LegalContent, PageName, Settings } from '../content/content.ts'
import { AboutHead, AboutMission, AboutPrinciples } from '../sections/about/about.tsx'
import { Cal } from '../sections/cal/cal.tsx'
import { ClosingCall } from '../sections/closing/closing-call.tsx'
import { Closing } from '../sections/closing/closing.tsx'
import { ContactIntro } from '../sections/contact/contact-intro.tsx'
import { Demo } from '../sections/demo/demo.tsx'
import { Faq } from '../sections/faq/faq.tsx'
import { Features } from '../sections/features/features.tsx'
import { Hero } from '../sections/hero/hero.tsx'
import { HowItWorks } from '../sections/how-it-works/how-it-works.tsx'
import { PlatformHowItWorks } from '../sections/how-it-works/platform-how-it-works.tsx'
import { Integrations } from '../sections/integrations/integrations.tsx'
import { LegalHead, LegalText } from '../sections/legal/legal.tsx'
import { NotFoundNotice } from '../sections/not-found/not-found-notice.tsx'
import { PlatformCal } from '../sections/platform/platform-cal.tsx'
import { PlatformFeatures } from '../sections/platform/platform-features.tsx'
import { PlatformHead } from '../sections/platform/platform-head.tsx'
import { RefusedFields } from '../sections/result/refused-fields.tsx'
import { Result } from '../sections/result/result.tsx'
import { Roi } from '../sections/roi/roi.tsx'
import { Security } from '../sections/security/security.tsx'
import { WhyNow } from '../sections/why-now/why-now.tsx'
import { from, readFromTop } from '../theme/media.ts'
import { structuredData } from './head.tsx'
import { SECTIONS, sectionNumber, type ForEverySection } from './sections.ts'

/** A page with a document of its own. */
export interface Page {
  page: (content: Content) => ReactNode
  /** Structured data of the page, for search engines. */
  data?: (content: Content, origin: string) => object[]
  /** False where search engines should leave the page out; true by default. */
  indexed?: boolean
}

/** Every page of the content needs an entry: the compiler names a missing one. */
export const pages = {
  home: { page: (content) => <Home content={content} />, data: structuredData },
  platform: { page: (content) => <PlatformPage content={content} /> },
  contact: { page: (content) => <ContactPage content={content} /> },
  about: { page: (content) => <AboutPage content={content} /> },
  notFound: { page: (content) => <NotFoundPage content={content} />, indexed: false },
} satisfies AnEntryForEveryPage

/** A page is missing here? Add it to `pages` above: web/README.md says how a page is made. */
type AnEntryForEveryPage = { [Name in PageName]: Page }

/** What every page is made from. */
interface PageProps {
  content: Content
}

type Part = (content: Content, number: number) => ReactNode

const parts: ForEverySection<Part> = {
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

/** The home page: its sections in the site's one order, numbered by it. */
function Home({ content }: PageProps) {
  return (
    <Sections id="main">
      {SECTIONS.map((id) => (
        <Fragment key={id}>{parts[id](content, sectionNumber(id))}</Fragment>
      ))}
    </Sections>
  )
}

/**
 * The first frame lays out only the first screen, which comes a fifth earlier on a slow phone. `below.ts` has the rest
 * laid out as somebody reads on; a visitor who does not pays nothing. A section's placeholder is hardly ever shorter
 * than the section: a page that grew while somebody goes to its end would leave them short of it, and tools that
 * measure text would find it on the next section's background. A browser that can't keep the visible text in place
 * while sections above it get their height (`overflow-anchor`) lays out everything at once.
 */
const Sections = styled.main`
  @supports (overflow-anchor: auto) {
    ${readFromTop} > section ~ section {
      content-visibility: auto;
      contain-intrinsic-size: auto max(1700px, 2210px - 90vw);

      ${from.l} {
        contain-intrinsic-size: auto 1400px;
      }
    }
  }
`

/** What the engine does, on one page. */
function PlatformPage({ content }: PageProps) {
  const { platform, howItWorks, features } = content
  return (
    <Sections id="main">
      <PlatformHead content={platform} />
      <PlatformHowItWorks content={platform.howItWorks} examples={howItWorks} />
      <PlatformCal content={platform.cal} engine={howItWorks.engine} />
      <PlatformFeatures content={platform.features} features={features} />
      <ClosingCall content={platform.closing} source="platform" intent="demo" />
    </Sections>
  )
}

/** Why the engine is built, and by which principles. */
function AboutPage({ content }: PageProps) {
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

/** How to reach a person. */
function ContactPage({ content }: PageProps) {
  return (
    <main id="main">
      <ContactIntro content={content.contact} settings={content.settings} />
    </main>
  )
}

/** A policy, its clauses numbered. */
export function LegalPage({ page, settings }: { page: LegalContent; settings: Settings }) {
  return (
    <main id="main">
      <LegalHead page={page} updated={settings.legal.updated} />
      <LegalText page={page} contents={settings.legal.contents} />
    </main>
  )
}

/** Shown for every address that has no page. */
function NotFoundPage({ content }: PageProps) {
  return (
    <main id="main">
      <NotFoundNotice content={content.notFound} />
    </main>
  )
}

/** Where a plain form leads once it was received. */
export function ReceivedPage({ content }: PageProps) {
  const { received, demo } = content.settings.results
  return (
    <OneOf id="main">
      <Result content={received} received href="/" />
      <Result content={demo} received href="/" id="demo" />
    </OneOf>
  )
}

/** Where a plain form leads when it was not received. */
export function NotSentPage({ content }: PageProps) {
  const { results, waitlist, validation } = content.settings
  const { notSent, later, botCheck } = results
  return (
    <OneOf id="main">
      <Result content={notSent} received={false} href="/#join">
        <RefusedFields waitlist={waitlist} validation={validation} />
      </Result>
      <Result content={later} received={false} href="/#join" id="later" />
      <Result content={botCheck} received={false} href="/contact" id="bot-check" />
    </OneOf>
  )
}

/**
 * Shows the part that the end of the address names (`#later`), else the first, which has no name. A visitor who is led
 * to a part is past the header already, and the skip link would lead to another one.
 */
const OneOf = styled.main`
  :root:has(& :target) [href='#main'],
  > [id]:not(:target),
  &:has(> :target) > :not(:target) {
    display: none;
  }
`
