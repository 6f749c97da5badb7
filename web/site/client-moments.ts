const NEAR = '600px'
const SIGNS_OF_LIFE = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const

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

/** Runs once, at the visitor's first scroll, touch, pointer or key. */
export function whenAlive(run: () => unknown): void {
  const started = new AbortController()
  for (const sign of SIGNS_OF_LIFE) {
    addEventListener(
      sign,
      () => {
        if (started.signal.aborted) return
        started.abort()
        run()
      },
      { passive: true, signal: started.signal },
    )
  }
}
