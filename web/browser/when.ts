/** How far from a control a pointer is when it seems to be on its way there, in px. */
const REACH = 200

/** A slow phone has no idle moment as long as something on the page moves. In ms. */
const MAX_WAIT = 500

/**
 * Runs once, after the page has loaded, when the browser has nothing else to do, or has been busy for half a second.
 */
export function whenIdle(run: () => unknown): void {
  // Safari lacks `requestIdleCallback`, and its timers read the options as no delay.
  const idle = globalThis.requestIdleCallback ?? (setTimeout as unknown as typeof requestIdleCallback)
  const wait = () => idle(run, { timeout: MAX_WAIT })
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

/** Runs once, when all of the page's markup is there. */
export function whenParsed(run: () => unknown): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}

/**
 * Runs once, when all of the page's markup is there and its first view is drawn. A hidden page, such as one that was
 * prepared ahead, draws nothing to wait for.
 */
export function whenDrawn(run: () => unknown): void {
  const go = () => whenParsed(run)
  // A frame begins with the one, and has ended when the other comes.
  if (!document.hidden) requestAnimationFrame(() => setTimeout(go))
  else go()
}

/** Runs once, at the first event of these types that is meant. */
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
 * Runs once, when a pointer comes within 200 px of an element that `selector` matches and that has a place, by a move
 * or a touch, or when anything gets the focus. A swipe begins with a touch, too: elsewhere on the page it means
 * nothing. Nor does a form's field, where whatever runs holds up the keys.
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
 * Resolves to what `load` brings. Where it could not be had, it is asked for again when the network returns, or at the
 * next press of a pointer or key. Older browsers remember until a reload that a script could not be had, and each
 * `import()` of it fails at once.
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
