const EIGHTY_STEPS = Array.from({ length: 81 }, (_, i) => i / 80)

/**
 * Tells each time an element becomes visible enough, or stops being so. Enough is `share` (0 to 1)
 * of it, or half the viewport where so much can't fit. Returns what ends the watch.
 */
export function watchVisible(
  element: HTMLElement,
  share: number,
  changed: (visible: boolean) => void,
): () => void {
  let before = false
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1)
      if (!entry) return
      const wanted = entry.boundingClientRect.height * share
      const enough = wanted <= innerHeight ? wanted : innerHeight / 2
      const now = entry.isIntersecting && entry.intersectionRect.height >= enough
      if (now === before) return
      before = now
      changed(now)
    },
    { threshold: EIGHTY_STEPS },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** Runs once, when `share` of an element is visible. */
export function onceVisible(element: HTMLElement, share: number, run: () => void): void {
  const stop = watchVisible(element, share, () => {
    stop()
    run()
  })
}

/** Whether more than `share` of an element can be seen at this moment. */
export function isSeen(element: HTMLElement, share: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height * share
}

/** Whether the visitor's system asks for less motion: what starts once it is visible asks this first. */
export function prefersReducedMotion(): boolean {
  return reducedMotion().matches
}

/** The same for what goes on and on, which has to hear of a change, too. */
export function reducedMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}
