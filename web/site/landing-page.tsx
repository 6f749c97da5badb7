import type { ReactNode } from 'react'
import type { Content, LandingBlock, LandingPage as LandingContent } from '../content/content.ts'
import { ContactFacts } from '../sections/contact/contact-facts.tsx'
import { Faq } from '../sections/faq/faq.tsx'
import { Features } from '../sections/features/features.tsx'
import { HowItWorks } from '../sections/how-it-works/how-it-works.tsx'
import { Integrations } from '../sections/integrations/integrations.tsx'
import { Call } from '../sections/landing/call.tsx'
import { Clause } from '../sections/landing/clause.tsx'
import { Comparison } from '../sections/landing/comparison.tsx'
import { LandingHero } from '../sections/landing/landing-hero.tsx'
import { Quote } from '../sections/landing/quote.tsx'
import { TextBlock } from '../sections/landing/text-block.tsx'
import { Tiles } from '../sections/landing/tiles-block.tsx'
import { StepLine } from '../sections/platform/platform-steps.tsx'
import { Roi } from '../sections/roi/roi.tsx'
import { Security } from '../sections/security/security.tsx'
import { Counters } from '../sections/why-now/counters.tsx'

interface LandingPageProps {
  page: LandingContent
  content: Content
}

/** A page of an editor's own: its parts in their order, the first opening as its heading. */
export function LandingPage({ page, content }: LandingPageProps) {
  const parts = placed(page.blocks)
  return (
    <main id="main">
      {parts[0]?.block._type !== 'heroBlock' && (
        <LandingHero content={page} seal={content.closing.seal} id="top" isFirst />
      )}
      {parts.map((part) => (
        <Part key={part.block._key} {...part} content={content} />
      ))}
    </main>
  )
}

interface PlacedPart<Block = LandingBlock> {
  block: Block
  /** Its anchor: `faq`, and `faq-2` for the second one. */
  id: string
  /** Its clause number; openings, quotes and calls have none. */
  number: number
  isFirst: boolean
}

const UNNUMBERED = new Set<LandingBlock['_type']>(['heroBlock', 'quoteBlock', 'callBlock'])

function placed(blocks: readonly LandingBlock[]): PlacedPart[] {
  const seen = new Map<string, number>()
  let number = 0
  return blocks.map((block, i) => {
    const nth = (seen.get(block._type) ?? 0) + 1
    seen.set(block._type, nth)
    if (!UNNUMBERED.has(block._type)) number += 1
    const name = block._type.replace(/Block$/, '')
    return { block, id: nth === 1 ? name : `${name}-${nth}`, number, isFirst: i === 0 }
  })
}

/** Draws a part: those of the home page with its words, but for the words that the part has of its own. */
function Part({ block, id, number, isFirst, content }: PlacedPart & { content: Content }): ReactNode {
  const at = { id, number }
  switch (block._type) {
    case 'heroBlock':
      return <LandingHero content={block} seal={content.closing.seal} id={id} isFirst={isFirst} />
    case 'textBlock':
      return <TextBlock content={block} {...at} />
    case 'quoteBlock':
      return <Quote content={block} id={id} />
    case 'callBlock':
      return <Call content={block} id={id} />
    case 'tilesBlock':
      return (
        <Clause {...at} {...headingOf(block)}>
          <Tiles tiles={block.tiles} />
        </Clause>
      )
    case 'countersBlock':
      return (
        <Clause {...at} {...headingOf(block)}>
          <Counters counters={block.counters} source={content.whyNow.source} />
        </Clause>
      )
    case 'comparisonBlock':
      return (
        <Clause {...at} {...headingOf(block)}>
          <Comparison {...block} />
        </Clause>
      )
    case 'examplesBlock': {
      const headline = block.title ? [block.title] : content.howItWorks.headline
      const words = { ...content.howItWorks, ...ownWords(block), headline, examples: block.examples }
      return <HowItWorks {...at} content={words} />
    }
    case 'pillarsBlock':
      return (
        <Features {...at} content={{ ...content.features, ...ownWords(block), pillars: block.pillars }} />
      )
    case 'stepsBlock': {
      const { label, lead } = content.features
      const title = block.title ?? content.platform.features.stepsTitle
      return (
        <Clause {...at} label={label} title={title} lead={block.lead ?? lead}>
          <StepLine steps={block.steps} />
        </Clause>
      )
    }
    case 'calculatorBlock':
      return <Roi {...at} content={{ ...content.roi, ...ownWords(block) }} toasts={content.settings.toasts} />
    case 'integrationsBlock':
      return (
        <Integrations {...at} content={{ ...content.integrations, ...ownWords(block), items: block.items }} />
      )
    case 'securityBlock':
      return <Security {...at} content={{ ...content.security, ...ownWords(block) }} />
    case 'faqBlock':
      return <Faq {...at} content={{ ...content.faq, ...ownWords(block), groups: block.groups }} />
    case 'contactBlock': {
      const { title, lead } = content.contact
      return (
        <Clause {...at} label={title} title={block.title ?? title} lead={block.lead ?? lead}>
          <ContactFacts content={content.contact} toasts={content.settings.toasts} />
        </Clause>
      )
    }
  }
}

function headingOf({ label, title, lead }: { label: string; title: string; lead?: string }) {
  return { label, title, lead }
}

/** What a part says in its own words. */
function ownWords({ title, lead }: { title?: string; lead?: string }) {
  return { ...(title && { title }), ...(lead && { lead }) }
}
