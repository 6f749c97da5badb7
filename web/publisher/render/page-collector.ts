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
 * Collects the styles of one render, with the interface of vite-react-ssg's style collectors. Of those hooks only
 * `toString` gets the body as React wrote it: later ones see a document that jsdom has parsed and serialized.
 */
export interface PageCollector {
  collect(app: ReactElement): ReactElement
  /** Ends the collection. Returns no style tags, as the page's head holds its rules. */
  toString(body: string): string
  /** @throws before `toString` was called. */
  page(): PageParts
}

/** Start of what `StaticRouterProvider` appends for a router in the browser; pages have none. */
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

/** A separator that no style sheet contains. */
const RULE_END = '\0'

/** Pages of one kind have the same rules. */
const cleaned = memoize(cleanedCss)

/** Only the page's rules, separated by `RULE_END`: without the marks by which a hydrated page would find them again. */
function cleanedCss(tags: string): string {
  return tags
    .replace(/^\s*<style[^>]*>|<\/style>\s*$/g, '')
    .replace(/\/\*!sc\*\/\s*/g, RULE_END)
    .replace(/data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}/g, '')
    .replace(/;\}/g, '}')
    .trim()
}
