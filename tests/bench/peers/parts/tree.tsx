import type { ReactNode } from 'react'
import type { Content } from '../../../../web/content/content.ts'
import { ContactPage, Home, LegalPage, PlatformPage } from '../../../../web/site/pages.tsx'
import { Shell } from '../../../../web/site/shell.tsx'
import { GlobalStyle } from '../../../../web/theme/global.ts'

/** A whole page, for its rules. */
export function tree(path: string, content: Content): ReactNode {
  const privacy = content.legalPages?.['privacy']
  return (
    <>
      <GlobalStyle />
      <Shell content={content} path={path}>
        {path === '/' && <Home content={content} />}
        {path === '/platform' && <PlatformPage content={content} />}
        {path === '/contact' && <ContactPage content={content} />}
        {path === '/privacy' && privacy && <LegalPage page={privacy} settings={content.settings} />}
      </Shell>
    </>
  )
}
