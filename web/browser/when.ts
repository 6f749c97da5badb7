/** How far below or above the viewport an element may be when its code is fetched: about a flick of a phone's page. */
const NEAR = '600px'
const INTERACTIONS = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const

/** Runs once, when the element comes within 600 px of the viewport. */
export function whenNear(element: HTMLElement, run: () => unknown): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: NEAR },
  )
  observer.observe(element)
}

/** Runs once, after the page has loaded, when the browser has nothing else to do. */
export function whenIdle(run: () => unknown): void {
  const wait = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 200))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

/** Runs once, at the visitor's first scroll, touch, pointer move or key. */
export function onFirstInteraction(run: () => unknown): void {
  const started = new AbortController()
  for (const type of INTERACTIONS) {
    addEventListener(
      type,
      () => {
        if (started.signal.aborted) return
        started.abort()
        run()
      },
      { passive: true, signal: started.signal },
    )
  }
}

/** Resolves once a person sees the page: at once, or when a prerendered page is shown. */
export function whenShown(): Promise<void> {
  const page: Document & { prerendering?: boolean } = document
  if (!page.prerendering) return Promise.resolve()
  return new Promise((resolve) => {
    page.addEventListener('prerenderingchange', () => resolve(), { once: true })
  })
}
