import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Parts of the Studio that each start shows, one inside the other. As they are loaded when they are drawn, React
 * shows a placeholder for each, and keeps every placeholder for 300 ms: three of them cost most of a second.
 */
export const SHOWN_AT_EVERY_START = [
  'CommentsStudioLayout',
  'ReleasesStudioLayout',
  'SingleDocReleaseLayout',
  'structureTool',
  'list',
  'pane',
  'CommentsDocumentLayout',
  'CommentsInput',
  'CommentsField',
]

const LAZY = new RegExp(
  String.raw`\blazy\((?=\(\) => import\("\./(?:${SHOWN_AT_EVERY_START.join('|')})-)`,
  'g',
)

const HELPER = fileURLToPath(import.meta.resolve('./early-lazy.ts'))

/** Loads these parts with the Studio instead. Where its packages change their shape, they load as they did. */
export function earlyParts(): Plugin {
  return {
    name: 'early-parts',
    transform: {
      filter: { id: /node_modules\/sanity\/lib\/[^/]+\.js$/, code: 'lazy(() => import(' },
      handler: (code) => withEarlyParts(code),
    },
  }
}

/** A module of the Studio with its parts loaded early. Undefined where it has none of them. */
export function withEarlyParts(code: string): string | undefined {
  const changed = code.replaceAll(LAZY, 'earlyLazy(')
  return changed === code ? undefined : `import { earlyLazy } from ${JSON.stringify(HELPER)}\n${changed}`
}
