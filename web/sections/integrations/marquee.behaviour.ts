/** Lets the button stop and start the logos; its words follow. */
export function attach(element: HTMLElement): void {
  const toggle = element.querySelector<HTMLElement>('[data-part=toggle]')
  if (!toggle) return
  const pause = { text: toggle.textContent, name: toggle.ariaLabel }
  const play = { text: toggle.dataset['play'] ?? '', name: toggle.dataset['playName'] ?? '' }
  toggle.addEventListener('click', () => {
    const paused = element.toggleAttribute('data-paused')
    const words = paused ? play : pause
    toggle.textContent = words.text
    toggle.ariaLabel = words.name
  })
}
