/** How far below or above the viewport an element may be when its code is fetched: about a flick of a phone's page. */
const NEAR = '600px'

/**
 * Runs once: when the element is in the viewport, or comes within 600 px of it once the visitor has scrolled, as
 * many only look at a page's first view.
 */
export function whenNear(element: HTMLElement, run: () => unknown): void {
  const watch = (rootMargin: string) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        removeEventListener('scroll', widen)
        run()
      },
      { rootMargin },
    )
    observer.observe(element)
    return observer
  }
  const seen = watch('0px')
  const widen = () => {
    seen.disconnect()
    watch(NEAR)
  }
  addEventListener('scroll', widen, { once: true })
}
