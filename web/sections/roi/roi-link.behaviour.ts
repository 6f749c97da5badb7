/**
 * Brings the calculator into view when the address carries its inputs: `#roi?hours=2` is no anchor. What reads
 * them comes with the island; this is fetched as the page opens, so it imports nothing.
 */
export function attach(element: HTMLElement): void {
  const follow = () => {
    if (location.hash.startsWith('#roi?')) element.scrollIntoView()
  }
  follow()
  addEventListener('hashchange', follow)
}
