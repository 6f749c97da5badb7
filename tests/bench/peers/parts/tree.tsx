import type { ReactNode } from 'react'
import type { Content } from '../../../../web/content/content.ts'
import { LegalPage, pages } from '../../../../web/site/pages.tsx'
import { Shell } from '../../../../web/site/shell.tsx'
import { GlobalStyle } from '../../../../web/theme/global.ts'

interface Props {
  path: string
  /** It may be the part that this page needs. */
  content: Content
}

/** What a page has between header and footer. A component: Astro writes an element as “[object Object]”. */
export function SitePage({ path, content }: Props): ReactNode {
  if (path === '/') return pages.home.page(content)
  if (path === '/platform') return pages.platform.page(content)
  if (path === '/contact') return pages.contact.page(content)
  const privacy = content.legalPages['privacy']
  return privacy && <LegalPage page={privacy} settings={content.settings} />
}

/** A whole page, for its rules. */
export function tree(path: string, content: Content): ReactNode {
  return (
    <>
      <GlobalStyle />
      <Shell content={content} path={path}>
        <SitePage path={path} content={content} />
      </Shell>
    </>
  )
}
