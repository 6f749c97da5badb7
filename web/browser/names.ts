import type { Intent, Source } from '../../api/contract/limits.ts'

/**
 * Values of `data-behaviour`. `web/site/client.ts` has the code of those on every page, `contact.ts` of those on the
 * contact page; `behaviours.ts` and `near.ts` say when the others are fetched.
 */
export type BehaviourName =
  | 'contact-form'
  | 'copy'
  | 'counter'
  | 'demo'
  | 'entrance'
  | 'examples'
  | 'faq'
  | 'header'
  | 'island'
  | 'lens'
  | 'line'
  | 'marquee'
  | 'menu'
  | 'rail'
  | 'roi-link'
  | 'slides'
  | 'stars'
  | 'theme'
  | 'waitlist-count'

/** Values of `data-motion`, by which the behaviour `entrance` chooses the motion. */
export type EntranceName = 'branch' | 'fan' | 'rings'

/**
 * Values of `data-part`: elements that a script, a motion or a style finds in their section by this name. Some are used
 * in several sections.
 */
export type PartName =
  // Of `examples`: its buttons and words, and what its motion draws in each slide.
  | 'next'
  | 'position'
  | 'previous'
  | 'slide'
  | 'slides'
  | 'status'
  | 'taglines'
  | 'ticks'
  | 'toggle'
  | 'blind-spot'
  | 'engine'
  | 'input'
  | 'inputs'
  | 'lines'
  | 'link'
  | 'record'
  | 'rosette'
  | 'rule'
  | 'stage'
  | 'wipe'
  // Of `slides` and `lens`.
  | 'choice'
  | 'disc'
  // Of `demo`: the corrected text is in the page, and its `draft` is made of it.
  | 'done'
  | 'draft'
  | 'entry'
  | 'range'
  | 'redlined'
  | 'step'
  | 'text'
  // Of `marquee`.
  | 'track'
  // Of the entrances `fan`, `rings` and `branch`.
  | 'fan'
  | 'raw'
  | 'reader'
  | 'request'
  | 'ring'
  | 'across'
  | 'down'
  | 'seal'
  | 'up'

/** Islands with markup in the page, which React hydrates once somebody touches it. */
export type HydratedIsland = 'roi'

/** Islands without markup: the page holds only their props, and they are mounted when something asks for them. */
export type MountedIsland = 'toasts' | 'waitlist'

declare module 'react' {
  /** React's types accept any `data-…` attribute. These are checked, since a misspelt one would do nothing. */
  interface DOMAttributes<T> {
    'data-behaviour'?: BehaviourName
    'data-motion'?: EntranceName
    'data-part'?: PartName | undefined
    /** Makes a link open the waitlist popup. The value is the source of its entry. */
    'data-waitlist'?: Source
    /** What the link offers beyond a place on the waitlist. */
    'data-intent'?: Exclude<Intent, 'waitlist'> | undefined
  }
}
