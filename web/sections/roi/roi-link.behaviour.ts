/**
 * Brings the calculator into view when the address carries its inputs: `#roi?hours=2` is no anchor. Back, Forward and
 * a reload lead to where the page was left. What reads the inputs comes with the island; this is fetched as the page
 * opens, so it imports nothing.
 */
export function attach(element: HTMLElement): void {
  const follow = () => {
    if (location.hash.startsWith('#roi?')) element.scrollIntoView()
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type === 'navigate') follow()
  addEventListener('hashchange', follow)
}
