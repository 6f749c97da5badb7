import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/*
 * What the bundle changes of the Studio's own packages, as no setting of them does. Where a package changes its shape,
 * it stays as it is.
 */

/** Modules of the package. */
const MODULES = /node_modules\/sanity\/lib\/[^/]+\.js$/

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

/** Loads these parts with the Studio instead. */
export function earlyParts(): Plugin {
  return {
    name: 'early-parts',
    transform: {
      filter: { id: MODULES, code: 'lazy(() => import(' },
      handler: (code) => withEarlyParts(code),
    },
  }
}

/** A module of the Studio with its parts loaded early. Undefined where it has none of them. */
export function withEarlyParts(code: string): string | undefined {
  const changed = code.replaceAll(LAZY, 'earlyLazy(')
  return changed === code ? undefined : `import { earlyLazy } from ${JSON.stringify(HELPER)}\n${changed}`
}

/** What the package has, and what it gets for it. */
type Replacements = readonly (readonly [had: string, gets: string])[]

/** Undefined where a module has none of them. */
function replaced(code: string, replacements: Replacements): string | undefined {
  const changed = replacements.reduce((text, [had, gets]) => text.replaceAll(had, gets), code)
  return changed === code ? undefined : changed
}

/** As if every refusal were Sanity's. */
const OWN_WORDS: Replacements = [
  ['error.response.body.error.type', 'error.response.body?.error?.type'],
  // What was typed is taken back where it was refused for good, and sent again otherwise.
  ['TERMINAL_COMMIT_STATUSES.has(statusCode)', '$& && error.response?.body?.error !== undefined'],
]

/**
 * A proxy refuses in its own words, such as a page that says 403. It ended in the Studio's error screen, and what was
 * typed was gone without a word. Now a toast says so where an action was refused, and an edit is sent again.
 */
export function anyRefusal(): Plugin {
  return {
    name: 'any-refusal',
    transform: {
      filter: { id: MODULES, code: OWN_WORDS.map(([had]) => had) },
      handler: (code) => withAnyRefusal(code),
    },
  }
}

/** A module of the Studio that takes refusals of any shape. Undefined where it reads none. */
export function withAnyRefusal(code: string): string | undefined {
  return replaced(code, OWN_WORDS)
}

/** As the package has it: what a feature is until the server has said so. */
const UNKNOWN = /(enabled: !0,\s+error: null,\s+features: EMPTY_ARRAY,\s+isLoading: )!0/u

/**
 * Comments are there on the local content lake, and known to be. The Studio asks anew for each form that it draws, and
 * draws it again around what it had drawn once it knows: twice the time, and what was typed by then is gone.
 */
export function knownFeatures(): Plugin {
  return {
    name: 'known-features',
    transform: {
      filter: { id: MODULES, code: 'features: EMPTY_ARRAY' },
      handler: (code) => withKnownFeatures(code),
    },
  }
}

/** A module of the Studio that takes features for known. Undefined where it has no question about them. */
export function withKnownFeatures(code: string): string | undefined {
  return UNKNOWN.test(code) ? code.replace(UNKNOWN, '$1!1') : undefined
}

/** As if a list of nothing were not there. */
const WHAT_IS_GONE: Replacements = [
  ['defined(*[_id=="${refId}"]._id)', 'count(*[_id=="${refId}"]) > 0'],
  // What may be away, as the page of a link, may come back, too.
  ['existingIds[refNode._ref] ? refNode : void 0', 'refNode._weak || $&'],
]

/**
 * An earlier revision comes back without what it used and what was deleted since, such as a picture. As the package asks
 * for that, everything seems to be there, and the lake refuses the revision as a whole, however often it is tried.
 */
export function restoresWithoutGone(): Plugin {
  return {
    name: 'restores-without-gone',
    transform: {
      filter: { id: MODULES, code: WHAT_IS_GONE.map(([had]) => had) },
      handler: (code) => withRestoresWithoutGone(code),
    },
  }
}

/** A module of the Studio that leaves out what is gone. Undefined where it restores nothing. */
export function withRestoresWithoutGone(code: string): string | undefined {
  return replaced(code, WHAT_IS_GONE)
}

/** As if whoever may make a document could not choose it. */
const MAY_MAKE: Replacements = [
  ['options[index]?.hasPermission ?? !0', '!(options[index]?.hasPermission ?? !1)'],
]

/** The menu of new documents skips what an editor may make, so that the keyboard found nothing in it to choose. */
export function newByKeys(): Plugin {
  return {
    name: 'new-by-keys',
    transform: {
      filter: { id: MODULES, code: MAY_MAKE.map(([had]) => had) },
      handler: (code) => withNewByKeys(code),
    },
  }
}

/** A module of the Studio whose menu of new documents skips what an editor may not make. Undefined where it has none. */
export function withNewByKeys(code: string): string | undefined {
  return replaced(code, MAY_MAKE)
}
