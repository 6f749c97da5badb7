import type { Plugin } from 'vite'

// As the Studio's package has it: what a feature is until the server has said so.
const UNKNOWN = /(enabled: !0,\s+error: null,\s+features: EMPTY_ARRAY,\s+isLoading: )!0/u

/**
 * Comments are there on the local content lake, and known to be. The Studio asks anew for each form that it draws, and
 * draws it again around what it had drawn once it knows: twice the time, and what was typed by then is gone.
 */
export function knownFeatures(): Plugin {
  return {
    name: 'known-features',
    transform: {
      filter: { id: /node_modules\/sanity\/lib\/[^/]+\.js$/, code: 'features: EMPTY_ARRAY' },
      handler: (code) => withKnownFeatures(code),
    },
  }
}

/** A module of the Studio that takes features for known. Undefined where it has no question about them. */
export function withKnownFeatures(code: string): string | undefined {
  return UNKNOWN.test(code) ? code.replace(UNKNOWN, '$1!1') : undefined
}
