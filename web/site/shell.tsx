import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Content } from '../content/content.ts'
import { formMessages } from '../forms/form-messages.ts'
import { onInk } from '../theme/forced.ts'
import { screenOnly } from '../theme/print.ts'
import { color, layer } from '../theme/tokens.ts'
import { Island } from '../ui/island.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { DotNavigator, RailLine } from './rail.tsx'
import { SECTIONS, type ForEverySection, type SectionId } from './sections.ts'

interface ShellProps {
  content: Content
  path: string
  children: ReactNode
}

const WITHOUT_LINE = new Set(['/not-found', '/received', '/not-sent'])

/** What every page has around its own content. */
export function Shell({ content, path, children }: ShellProps) {
  const { settings } = content
  const { region, dismiss } = settings.toasts
  const isHome = path === '/'
  return (
    <>
      <SkipLink href="#main">{settings.header.skip}</SkipLink>
      <Header settings={settings} base={isHome ? '' : '/'} />
      {isHome && <DotNavigator name={settings.header.rail} sections={labelledSections(content)} />}
      {!isHome && !WITHOUT_LINE.has(path) && <RailLine />}
      {children}
      <Footer settings={settings} />
      <Island
        name="waitlist"
        props={{
          ...settings.waitlist,
          linkedin: settings.links.linkedin,
          validation: formMessages(settings.validation),
        }}
      />
      <Island name="toasts" props={{ region, dismiss }} />
    </>
  )
}

function labelledSections(content: Content): { id: SectionId; label: string }[] {
  const labels: ForEverySection<string> = {
    hero: content.hero.label,
    'why-now': content.whyNow.label,
    'how-it-works': content.howItWorks.label,
    cal: content.cal.label,
    demo: content.demo.label,
    features: content.features.label,
    roi: content.roi.label,
    integrations: content.integrations.label,
    security: content.security.label,
    faq: content.faq.label,
    closing: content.closing.label,
  }
  return SECTIONS.map((id) => ({ id, label: labels[id] }))
}

const SkipLink = styled.a`
  position: fixed;
  left: 16px;
  bottom: 110%;
  z-index: ${layer.skip};
  background: ${color.ink};
  color: ${color.bg};
  ${onInk}
  padding: 14px 20px;
  text-decoration: none;
  font-weight: 600;

  &:focus {
    inset-block: 12px auto;
  }

  ${screenOnly}
`
