import { attach as stars } from '../art/stars.behaviour.ts'
import { whenNear } from '../browser/when-near.ts'
import { whenIdle } from '../browser/when.ts'
import { attach as waitlistCount } from '../sections/hero/waitlist-count.behaviour.ts'
import { attach as roiLink } from '../sections/roi/roi-link.behaviour.ts'
import type { Attach, SectionBehaviour } from './client.ts'
import { attach as homeNavigation } from './navigation-home.ts'
import type { NearBehaviour } from './near.ts'
import { attach as rail } from './rail.behaviour.ts'

/** Those that don't wait until their element is near: at once, or when the page is complete. */
const early: Record<Exclude<SectionBehaviour, NearBehaviour>, Attach> = {
  rail,
  'roi-link': roiLink,
  'waitlist-count': waitlistCount,
  stars,
}

/** Gives the behaviour of an element, at the moment when it is needed. */
export async function load(name: SectionBehaviour, element: HTMLElement): Promise<Attach> {
  if (name === 'stars') await new Promise<void>(whenIdle)
  if (name in early) return early[name as keyof typeof early]
  await new Promise<void>((resolve) => whenNear(element, resolve))
  return import('./near.ts').then((sections) => sections.near[name as NearBehaviour])
}

homeNavigation()
