/** Opens the group of the answer that a link leads to, where the browser does not do so itself. */
export function attach(links: HTMLElement): void {
  links.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]')
    const group = link && document.getElementById(decodeURIComponent(link.hash.slice(1)))?.closest('details')
    if (group) group.open = true
  })
}
