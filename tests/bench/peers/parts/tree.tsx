import type { ReactNode } from 'react'
import type { Content } from '../../../../web/content/content.ts'
import { LegalPage, pages } from '../../../../web/site/pages.tsx'
import { Shell } from '../../../../web/site/shell.tsx'
import { GlobalStyle } from '../../../../web/theme/global.ts'

/** A whole page, for its rules. */
export function tree(path: string, content: Content): ReactNode {
  const privacy = content.legalPages?.['privacy']
  return (
    <>
      <GlobalStyle />
      <Shell content={content} path={path}>
        {path === '/' && pages.home.page(content)}
        {path === '/platform' && pages.platform.page(content)}
        {path === '/contact' && pages.contact.page(content)}
        {path === '/privacy' && privacy && <LegalPage page={privacy} settings={content.settings} />}
      </Shell>
    </>
  )
}
