import type { ReactNode } from 'react'
import type { Content, LandingBlock, LandingPage as LandingContent, BlockOf } from '../content/content.ts'
import { ContactFacts } from '../sections/contact/contact-facts.tsx'
import { Faq } from '../sections/faq/faq.tsx'
import { Features } from '../sections/features/features.tsx'
import { HowItWorks } from '../sections/how-it-works/how-it-works.tsx'
import { Integrations } from '../sections/integrations/integrations.tsx'
import { BlockSection } from '../sections/landing/block-section.tsx'
import { Call } from '../sections/landing/call.tsx'
import { Comparison } from '../sections/landing/comparison.tsx'
import { LandingHero } from '../sections/landing/landing-hero.tsx'
import { PictureBlock } from '../sections/landing/picture-block.tsx'
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

/** A page of an editor's own: its blocks in their order. The first opening is its heading. */
export function LandingPage({ page, content }: LandingPageProps) {
  const all = placed(page.blocks)
  return (
    <main id="main">
      {all[0]?.block._type !== 'heroBlock' && (
        <LandingHero content={page} seal={content.closing.seal} id="top" isFirst />
      )}
      {all.map((one) => (
        <Block key={one.block._key} {...one} content={content} />
      ))}
    </main>
  )
}

interface PlacedBlock {
  block: LandingBlock
  /** Its anchor: `faq`, and `faq-2` for the second one. */
  id: string
  /** Its section number; openings, quotes and calls have none. */
  number: number
  isFirst: boolean
}

const UNNUMBERED = new Set<LandingBlock['_type']>(['heroBlock', 'quoteBlock', 'callBlock'])

function placed(blocks: readonly LandingBlock[]): PlacedBlock[] {
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

interface BlockProps<Block> {
  block: Block
  /** Anchor and number. */
  at: { id: string; number: number }
  content: Content
  isFirst: boolean
}

/** Renders every type of block. Those of the home page have its texts, unless they have their own. */
const renderers: { [Type in LandingBlock['_type']]: (props: BlockProps<BlockOf<Type>>) => ReactNode } = {
  heroBlock: ({ block, at, content, isFirst }) => (
    <LandingHero content={block} seal={content.closing.seal} id={at.id} isFirst={isFirst} />
  ),
  textBlock: ({ block, at }) => <TextBlock content={block} {...at} />,
  pictureBlock: ({ block, at, isFirst }) => (
    <BlockSection {...at} {...headingOf(block)}>
      <PictureBlock content={block} isFirst={isFirst} />
    </BlockSection>
  ),
  quoteBlock: ({ block, at }) => <Quote content={block} id={at.id} />,
  callBlock: ({ block, at }) => <Call content={block} id={at.id} />,
  tilesBlock: ({ block, at }) => (
    <BlockSection {...at} {...headingOf(block)}>
      <Tiles tiles={block.tiles} />
    </BlockSection>
  ),
  countersBlock: ({ block, at, content }) => (
    <BlockSection {...at} {...headingOf(block)}>
      <Counters counters={block.counters} source={content.whyNow.source} />
    </BlockSection>
  ),
  comparisonBlock: ({ block, at }) => (
    <BlockSection {...at} {...headingOf(block)}>
      <Comparison {...block} />
    </BlockSection>
  ),
  examplesBlock: ({ block, at, content: { howItWorks } }) => {
    const headline = block.title ? [block.title] : howItWorks.headline
    const words = { ...howItWorks, ...ownWords(block), headline, examples: block.examples }
    return <HowItWorks {...at} content={words} />
  },
  pillarsBlock: ({ block, at, content: { features } }) => (
    <Features {...at} content={{ ...features, ...ownWords(block), pillars: block.pillars }} />
  ),
  stepsBlock: ({ block, at, content: { features, platform } }) => (
    <BlockSection
      {...at}
      label={features.label}
      title={block.title ?? platform.features.stepsTitle}
      lead={block.lead}
    >
      <StepLine steps={block.steps} />
    </BlockSection>
  ),
  calculatorBlock: ({ block, at, content: { roi, settings } }) => (
    <Roi {...at} content={{ ...roi, ...ownWords(block) }} toasts={settings.toasts} />
  ),
  integrationsBlock: ({ block, at, content: { integrations } }) => (
    <Integrations {...at} content={{ ...integrations, ...ownWords(block), items: block.items }} />
  ),
  securityBlock: ({ block, at, content: { security } }) => (
    <Security {...at} content={{ ...security, ...ownWords(block) }} />
  ),
  faqBlock: ({ block, at, content: { faq } }) => (
    <Faq {...at} content={{ ...faq, ...ownWords(block), groups: block.groups }} />
  ),
  contactBlock: ({ block, at, content: { contact, settings } }) => (
    <BlockSection
      {...at}
      label={contact.title}
      title={block.title ?? contact.title}
      lead={block.lead ?? contact.lead}
    >
      <ContactFacts content={contact} toasts={settings.toasts} />
    </BlockSection>
  ),
}

function Block({ block, id, number, ...rest }: PlacedBlock & { content: Content }): ReactNode {
  const render = renderers[block._type] as (props: BlockProps<LandingBlock>) => ReactNode
  return render({ block, at: { id, number }, ...rest })
}

function headingOf({ label, title, lead }: { label: string; title: string; lead?: string }) {
  return { label, title, lead }
}

/** The texts that a block has of its own. */
function ownWords({ title, lead }: { title?: string; lead?: string }) {
  return { ...(title && { title }), ...(lead && { lead }) }
}
