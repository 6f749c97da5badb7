import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { ServerStyleSheet } from 'styled-components'

/** The rules of all components in it, as text. */
export function rulesOf(node: ReactNode): string {
  const sheet = new ServerStyleSheet()
  renderToString(sheet.collectStyles(node))
  return sheet
    .getStyleTags()
    .replace(/^\s*<style[^>]*>|<\/style>\s*$/gu, '')
    .replace(/\/\*!sc\*\/\s*/gu, '')
    .replace(/data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}/gu, '')
}
