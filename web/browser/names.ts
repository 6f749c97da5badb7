import type { Intent, Source } from '../../api/contract/limits.ts'

/**
 * What `data-behaviour` names. `web/site/client.ts` has the code of every page's, `contact.ts` of the contact page's;
 * `behaviours.ts` and `near.ts` say when the others are fetched.
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

/** What `data-motion` names beside the behaviour `entrance`, which has the motion of each. */
export type EntranceName = 'branch' | 'fan' | 'rings'

/**
 * What `data-part` names: an element that a script, a motion or a style looks for in its section, by this name alone.
 * Some are of several sections.
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

/** Islands whose markup is in the page: React takes it over once somebody touches it. */
export type HydratedIsland = 'roi'

/** Islands without markup: the page holds their props alone, and they are mounted when something asks for them. */
export type MountedIsland = 'toasts' | 'waitlist'

declare module 'react' {
  /** React lets every `data-…` attribute pass; these are checked, as a misspelt one would do nothing. */
  interface DOMAttributes<T> {
    'data-behaviour'?: BehaviourName
    'data-motion'?: EntranceName
    'data-part'?: PartName | undefined
    /** Makes a link open the waitlist's popup, and is where its entry says it came from. */
    'data-waitlist'?: Source
    /** What such a link offers, where it is more than a place on the waitlist. */
    'data-intent'?: Exclude<Intent, 'waitlist'> | undefined
  }
}
