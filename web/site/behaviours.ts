import { attach as stars } from '../art/stars.behaviour.ts'
import { whenNear } from '../browser/when-near.ts'
import { whenIdle } from '../browser/when.ts'
import { attach as waitlistCount } from '../sections/hero/waitlist-count.behaviour.ts'
import { attach as roiLink } from '../sections/roi/roi-link.behaviour.ts'
import type { Attach, SectionBehaviour } from './client.ts'
import { attach as homeNavigation } from './navigation-home.ts'
import type { NearBehaviour } from './near.ts'
import { attach as rail } from './rail.behaviour.ts'

type Load = () => Attach | Promise<Attach>

/** Those that do not wait until their element is near: at once, or when the page is complete. */
const loads: Record<Exclude<SectionBehaviour, NearBehaviour>, Load> = {
  rail: () => rail,
  'roi-link': () => roiLink,
  'waitlist-count': () => waitlistCount,
  stars: () => new Promise((resolve) => whenIdle(() => resolve(stars))),
}

/** Gives the behaviour of an element, at the moment when it is needed. */
export async function load(name: SectionBehaviour, element: HTMLElement): Promise<Attach> {
  if (name in loads) return loads[name as keyof typeof loads]()
  await new Promise<void>((resolve) => whenNear(element, resolve))
  return import('./near.ts').then((sections) => sections.near[name as NearBehaviour])
}

homeNavigation()
