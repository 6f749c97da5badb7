import { gsap } from 'gsap'
import type { PartName } from './names.ts'

export const OUT = 'power3.out'

/** A paused timeline over parts of a section. Its inline styles are removed when it ends. */
export function entrance(targets: gsap.DOMTarget): gsap.core.Timeline {
  return gsap.timeline({
    paused: true,
    defaults: { ease: OUT },
    onComplete: () => {
      gsap.set(targets, { clearProps: 'transform,transformOrigin,opacity' })
    },
  })
}

/** Parts of a section by their name. */
export function partsOf(root: HTMLElement, name: PartName): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-part='${name}']`)]
}
