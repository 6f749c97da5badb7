import { TOAST_REQUEST } from '../ui/toast-request.ts'
import type { HydratedIsland, MountedIsland } from '../browser/names.ts'
import { onFirstInteraction, whenIdle, whenNear } from '../browser/when.ts'

interface Hydrated {
  hydrate: (element: HTMLElement, props: unknown) => void
}

const hydrated: Record<HydratedIsland, () => Promise<Hydrated>> = {
  'contact-form': () => import('../forms/contact-form.island.tsx'),
  roi: () => import('../sections/roi/roi.island.tsx'),
}
const waitlist = () => import('../forms/waitlist.island.tsx')
/** After this long without the popup's code, the plain form stands in for it, in ms. */
const PATIENCE = 10_000

/** Hydrates what is pre-rendered when it comes near, and opens popup and toasts when asked. */
export function wireIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = hydrated[element.dataset['island'] as HydratedIsland]
    // The mounted ones have nothing to hydrate.
    if (!load) continue
    whenNear(element, () =>
      load().then(
        (island) => island.hydrate(element, propsOf(element)),
        (error: unknown) => console.warn(error),
      ),
    )
  }
  wireWaitlist()
  wireTooltips()
  document.addEventListener(TOAST_REQUEST, (event) => {
    const text = event instanceof CustomEvent ? String(event.detail) : ''
    void import('../ui/toasts.island.tsx').then((island) => island.open(propsOf(find('toasts')), text))
  })
}

/**
 * The popup's code comes with the visitor's first interaction: at load it would cost the first
 * view, at the click it would cost the visitor a wait. A click before it is here is answered at
 * once by the button and kept.
 */
function wireWaitlist(): void {
  onFirstInteraction(() => whenIdle(prepare))
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const control =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-waitlist]')
    if (!control) return
    event.preventDefault()
    void openWaitlist(control)
  })
}

/** React first and the popup after a rest: run together, they would hold up a slow phone's scrolling. */
async function prepare(): Promise<void> {
  try {
    await import('../browser/mount.tsx')
    whenIdle(() => waitlist().catch(() => undefined))
  } catch {
    // A click fetches it again, and has a way out when that fails too.
  }
}

/** Tooltips come with the first element that has one and is pointed at or focused. */
function wireTooltips(): void {
  const started = new AbortController()
  const start = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-tooltip]')) return
    started.abort()
    void import('../ui/tooltips.island.tsx').then((island) => island.start())
  }
  for (const type of ['pointerover', 'focusin']) addEventListener(type, start, { signal: started.signal })
}

/** Without the popup's code the link leads where it does without scripts: to the plain form. */
async function openWaitlist(control: HTMLAnchorElement): Promise<void> {
  control.ariaBusy = 'true'
  try {
    const island = await Promise.race([waitlist(), late()])
    island.openWaitlist(propsOf(find('waitlist')), control)
  } catch {
    location.assign(control.href)
  } finally {
    control.ariaBusy = null
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(reject, PATIENCE)
  })
}

function find(name: MountedIsland): HTMLElement | null {
  return document.querySelector(`[data-island=${name}]`)
}

function propsOf(element: HTMLElement | null): unknown {
  return JSON.parse(element?.dataset['props'] ?? '{}')
}
