const EIGHTY_STEPS = Array.from({ length: 81 }, (_, i) => i / 80)

/**
 * Calls `changed` whenever an element becomes visible enough, or stops being so. Enough is `share` (0 to 1) of it, or
 * half the viewport where that much does not fit. Returns a function that ends the watch.
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

/** Whether more than `share` of an element is visible right now. */
export function isSeen(element: HTMLElement, share: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height * share
}

/** Whether the visitor's system asks for less motion, for animations that check once before they start. */
export function prefersReducedMotion(): boolean {
  return reducedMotion().matches
}

/** The same as a media query, for motion that goes on and has to follow a change of the setting. */
export function reducedMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}
