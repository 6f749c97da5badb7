import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Content } from '../content/content.ts'
import { Island } from '../ui/island.tsx'
import { color, layer } from '../theme/tokens.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { AuditLine, DotNavigator } from './rail.tsx'
import type { SectionId } from './sections.ts'

interface ShellProps {
  content: Content
  path: string
  children: ReactNode
}

const WITHOUT_LINE = new Set(['/not-found', '/received', '/not-sent'])

/** What every page has around its own part. */
export function Shell({ content, path, children }: ShellProps) {
  const { settings } = content
  const isHome = path === '/'
  return (
    <>
      <SkipLink href="#main">{settings.header.skip}</SkipLink>
      <Header settings={settings} base={isHome ? '' : '/'} />
      {isHome && <DotNavigator name={settings.header.rail} sections={sectionLabels(content)} />}
      {!isHome && !WITHOUT_LINE.has(path) && <AuditLine />}
      {children}
      <Footer settings={settings} />
      <Island
        name="waitlist"
        props={{
          ...settings.waitlist,
          linkedin: settings.links.linkedin,
          salesEmail: settings.links.salesEmail,
          validation: settings.validation,
        }}
      />
      <Island name="toasts" props={settings.toasts} />
    </>
  )
}

function sectionLabels(content: Content): { id: SectionId; label: string }[] {
  return [
    { id: 'hero', label: content.hero.label },
    { id: 'why-now', label: content.whyNow.label },
    { id: 'how-it-works', label: content.howItWorks.label },
    { id: 'cal', label: content.cal.label },
    { id: 'demo', label: content.demo.label },
    { id: 'features', label: content.features.label },
    { id: 'roi', label: content.roi.label },
    { id: 'integrations', label: content.integrations.label },
    { id: 'security', label: content.security.label },
    { id: 'faq', label: content.faq.label },
    { id: 'closing', label: content.closing.label },
  ]
}

const SkipLink = styled.a`
  position: fixed;
  left: 16px;
  top: -80px;
  z-index: ${layer.skip};
  background: ${color.ink};
  color: ${color.bg};
  padding: 14px 20px;
  text-decoration: none;
  font-weight: 600;

  &:focus {
    top: 12px;
  }
`
