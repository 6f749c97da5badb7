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

/** Islands whose markup is in the page: React takes it over once somebody touches it. */
export type HydratedIsland = 'roi'

/** Islands of which the page holds only the props: they are mounted when something asks for them. */
export type MountedIsland = 'toasts' | 'waitlist'

declare module 'react' {
  /** React lets every `data-…` attribute pass; these are checked, as a misspelt one would do nothing. */
  interface DOMAttributes<T> {
    'data-behaviour'?: BehaviourName
    'data-motion'?: EntranceName
    /** Makes a link open the waitlist's popup, and is where its entry says it came from. */
    'data-waitlist'?: Source
    /** What such a link offers, where it is more than a place on the waitlist. */
    'data-intent'?: Exclude<Intent, 'waitlist'> | undefined
  }
}
