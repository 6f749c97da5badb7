import { attach as stars } from '../../art/stars.behaviour.ts'
import { whenIdle } from '../../browser/when.ts'
import { attach as waitlistCount } from '../../sections/hero/waitlist-count.behaviour.ts'
import { attach as roiLink } from '../../sections/roi/roi-link.behaviour.ts'
import type { Attach, SectionBehaviour } from '../client.ts'
import { attach as rail } from '../rail.behaviour.ts'
import { attach as homeNavigation } from './navigation-home.ts'
import type { NearBehaviour } from './near.ts'

/** How far outside the viewport an element may be when its code is fetched: about one flick on a phone. */
const NEAR = '600px'

/** Those that don't wait until their element is near: they come at once, or when the page is idle. */
const early: Record<Exclude<SectionBehaviour, NearBehaviour>, Attach> = {
  rail,
  'roi-link': roiLink,
  'waitlist-count': waitlistCount,
  stars,
}

/** Resolves with the behaviour of an element, at the moment when it is needed. */
export async function load(name: SectionBehaviour, element: HTMLElement): Promise<Attach> {
  if (name === 'stars') await new Promise<void>(whenIdle)
  if (name in early) return early[name as keyof typeof early]
  await new Promise<void>((resolve) => whenNear(element, resolve))
  return import('./near.ts').then((sections) => sections.near[name as NearBehaviour])
}

homeNavigation()

/**
 * Runs when the element is in the viewport, or within 600 px of it once the visitor has scrolled, as many look only at
 * a page's first view. May run once for each.
 */
function whenNear(element: HTMLElement, run: () => unknown): void {
  const watch = (rootMargin: string) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        run()
      },
      { rootMargin },
    )
    observer.observe(element)
  }
  watch('0px')
  addEventListener('scroll', () => watch(NEAR), { once: true })
}
