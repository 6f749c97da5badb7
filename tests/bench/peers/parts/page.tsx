import { useEffect, type ReactNode } from 'react'
import type { Content } from '../../../../web/content/content.ts'
import { Shell } from '../../../../web/site/shell.tsx'
import { GlobalStyle } from '../../../../web/theme/global.ts'
import { openWaitlistOnClick } from './popup.ts'

/** A page as an application of React: all of it is hydrated, then what it does is attached to it. */
export function HydratedPage({
  path,
  content,
  children,
}: {
  path: string
  content: Content
  children: ReactNode
}) {
  useEffect(() => {
    // What it does needs a browser, which the build has not.
    void import('./behaviours.ts').then(({ attachBehaviours }) => attachBehaviours())
    const { links, validation, waitlist } = content.settings
    return openWaitlistOnClick({
      ...waitlist,
      linkedin: links.linkedin,
      salesEmail: links.salesEmail,
      validation,
    })
  }, [content])
  return (
    <>
      <GlobalStyle />
      <Shell content={content} path={path}>
        {children}
      </Shell>
    </>
  )
}
