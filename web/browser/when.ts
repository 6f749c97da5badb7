/** How far from a control a pointer is when it seems to be on its way there, in px. */
const REACH = 200

/** Runs once, after the page has loaded, when the browser has nothing else to do. */
export function whenIdle(run: () => unknown): void {
  // Safari has no word for it.
  const wait = () => (globalThis.requestIdleCallback ?? setTimeout)(run)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

/**
 * Runs once, when a pointer comes within 200 px of an element that `selector` matches, by a move or a touch, or when
 * anything gets the focus. A swipe begins with a touch, too: elsewhere on the page it means nothing.
 */
export function onApproach(selector: string, run: () => unknown): void {
  const started = new AbortController()
  const options = { signal: started.signal }
  const start = () => {
    started.abort()
    run()
  }
  const look = ({ clientX, clientY }: PointerEvent) => {
    const isClose = [...document.querySelectorAll(selector)].some((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const away = Math.max(left - clientX, clientX - right, top - clientY, clientY - bottom)
      return right > left && away < REACH
    })
    if (isClose) start()
  }
  for (const type of ['pointermove', 'pointerdown'] as const) addEventListener(type, look, options)
  addEventListener('focusin', start, options)
}

/** Resolves once a person sees the page: at once, or when a prerendered page is shown. */
export function whenShown(): Promise<unknown> {
  const page: Document & { prerendering?: boolean } = document
  return new Promise<unknown>((resolve) => {
    if (page.prerendering) page.addEventListener('prerenderingchange', resolve, { once: true })
    else resolve(undefined)
  })
}
