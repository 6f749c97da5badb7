import { createElement, type ReactElement } from 'react'
import { ServerStyleSheet } from 'styled-components'
import { CompiledGlobals, takeCompiled } from './compiled-styles.ts'
import { memoize } from './memoize.ts'
import { minify } from './minify.ts'
import { splitStyles, type SplitStyles } from './split-styles.ts'

/** One page as React rendered it. */
export interface PageParts extends SplitStyles {
  /** What goes into the document's body. */
  body: string
}

/**
 * Collects the styles of one render. Its shape is that of vite-react-ssg's style collectors, of which `toString`
 * alone gets the body as React wrote it: later hooks see a document that jsdom parsed and spelled its own way.
 */
export interface PageCollector {
  collect(app: ReactElement): ReactElement
  /** Ends the collection. Returns no style tags: a page has its rules where its head wants them. */
  toString(body: string): string
  /** @throws before `toString` was called. */
  page(): PageParts
}

/** Begins what StaticRouterProvider writes at the end, for a router in the browser; pages have none. */
const HYDRATION_DATA = '<script>window.__staticRouterHydrationData = '

export function createPageCollector(): PageCollector {
  const sheet = new ServerStyleSheet()
  takeCompiled(sheet.instance)
  let page: PageParts | undefined
  return {
    collect: (app) => sheet.collectStyles(createElement(CompiledGlobals, undefined, app)),
    toString: (body) => {
      const short = minify({ body: withoutRouter(body), css: cleaned(sheet.getStyleTags()) })
      page = { body: short.body, ...splitStyles({ body: short.body, rules: short.css.split(RULE_END) }) }
      sheet.seal()
      return ''
    },
    page: () => {
      if (!page) throw new Error('The page was not rendered yet.')
      return page
    },
  }
}

function withoutRouter(body: string): string {
  const end = body.lastIndexOf(HYDRATION_DATA)
  return end < 0 ? body : body.slice(0, end)
}

/** No style sheet has one. */
const RULE_END = '\0'

/** Pages of one kind have the same rules. */
const cleaned = memoize(cleanedCss)

/**
 * The page's rules alone, parted by `RULE_END`: without the marks that a hydrated page would need to find them again.
 */
function cleanedCss(tags: string): string {
  return tags
    .replace(/^\s*<style[^>]*>|<\/style>\s*$/g, '')
    .replace(/\/\*!sc\*\/\s*/g, RULE_END)
    .replace(/data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}/g, '')
    .replace(/;\}/g, '}')
    .trim()
}
