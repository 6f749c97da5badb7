/** A pointer this close to a control seems to be on its way there, in px. */
const REACH = 200

/** Longest wait for an idle moment: a slow phone has none while something on the page moves. */
const MAX_WAIT_MS = 500

/** Runs once, after the page has loaded, when the browser is idle or has been busy for half a second. */
export function whenIdle(run: () => unknown): void {
  // Safari lacks `requestIdleCallback`; its `setTimeout` reads the options as no delay.
  const idle = globalThis.requestIdleCallback ?? (setTimeout as unknown as typeof requestIdleCallback)
  const wait = () => idle(run, { timeout: MAX_WAIT_MS })
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

/** Runs once, when all of the page's markup has been parsed. */
export function whenParsed(run: () => unknown): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}

/**
 * Runs once, when all of the page's markup has been parsed and its first view drawn. A hidden page, such as a
 * prerendered one, draws no frame to wait for.
 */
export function whenDrawn(run: () => unknown): void {
  const go = () => whenParsed(run)
  // The first callback comes before the frame is drawn, the second after it.
  if (!document.hidden) requestAnimationFrame(() => setTimeout(go))
  else go()
}

/** Runs once, at the first event of these types for which `isMeant` holds. */
export function onFirst(
  types: readonly string[],
  run: () => unknown,
  isMeant: (event: Event) => unknown = () => true,
): void {
  const heard = new AbortController()
  const hear = (event: Event) => {
    if (!isMeant(event)) return
    heard.abort()
    run()
  }
  for (const type of types) addEventListener(type, hear, { signal: heard.signal })
}

/**
 * Runs once, when a pointer moves or touches down within 200 px of a displayed element that `selector` matches, or when
 * the focus moves to anything but a form's field. A swipe begins with a touch as well, so touches elsewhere mean
 * nothing; in a form's field, whatever runs would hold up typing.
 */
export function onApproach(selector: string, run: () => unknown): void {
  const isClose = ({ clientX, clientY }: PointerEvent) =>
    [...document.querySelectorAll(selector)].some((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const away = Math.max(left - clientX, clientX - right, top - clientY, clientY - bottom)
      return right > left && away < REACH
    })
  onFirst(['pointermove', 'pointerover', 'focusin'], run, (event) =>
    event.type === 'focusin' ? !(event.target as HTMLInputElement).form : isClose(event as PointerEvent),
  )
}

/** Runs once, when a person sees the page: at once, or when a prerendered page is shown. */
export function whenShown(run: () => unknown): void {
  const page: Document & { prerendering?: boolean } = document
  if (page.prerendering) page.addEventListener('prerenderingchange', run)
  else run()
}

/**
 * Resolves to what `load` brings. A failure is tried again when the network returns, or at the next press of a pointer
 * or key. Older browsers remember until a reload that a script could not be fetched, and fail each further `import()`
 * at once.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    console.warn(error)
    await new Promise<void>((resolve) => onFirst(['online', 'pointerdown', 'keydown'], resolve))
    return untilLoaded(load)
  }
}
