'use client'

import { useServerInsertedHTML } from 'next/navigation'
import { useState } from 'react'
import { ServerStyleSheet, StyleSheetManager } from 'styled-components'

/**
 * Puts the rules of all components into the head, as Next documents it for client components, which is why the pages
 * are such. As server components, styled-components prints a component's rules before each of its elements: a base's
 * rules then follow those of what extends it, and undo them.
 */
export function StyledComponentsRegistry({ children }) {
  const [sheet] = useState(() => new ServerStyleSheet())

  useServerInsertedHTML(() => {
    const styles = sheet.getStyleElement()
    sheet.instance.clearTag()
    return <>{styles}</>
  })

  if (typeof window !== 'undefined') return <>{children}</>
  return <StyleSheetManager sheet={sheet.instance}>{children}</StyleSheetManager>
}
