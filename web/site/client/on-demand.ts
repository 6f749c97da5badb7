import { onApproach, onFirst, whenIdle, whenParsed } from '../../browser/when.ts'
import { isPlainClick } from './navigation.ts'

/** By far the largest part of the popup's code. The popup's own file would ask for it only once it has come. */
const react = () => import('../../browser/mount.tsx')
/** The popup's texts are at the end of the page. */
const waitlist = () => new Promise<void>(whenParsed).then(() => import('../../forms/waitlist.island.tsx'))
/** After this long without the popup's code, the plain form takes its place. */
const FALLBACK_MS = 10_000

/**
 * Fetches the popup's code as a pointer moves towards what opens it, or touches it. With the page or at a scroll, it
 * would cost everybody who only reads; at the click, it would make the visitor wait. A click before the code is here
 * shows at once that the button is busy, and is kept.
 */
export function wireWaitlist(): void {
  onApproach('a[data-waitlist]', () => whenIdle(prepare))
  addEventListener('click', (event) => {
    if (!isPlainClick(event)) return
    const control = (event.target as Element).closest<HTMLAnchorElement>('a[data-waitlist]')
    if (!control) return
    event.preventDefault()
    void openWaitlist(control)
  })
}

/**
 * Fetches React first and the popup after it: run together, they would hold up scrolling on a slow phone. What fails
 * here is fetched again by a click, which has a fallback.
 */
function prepare(): void {
  react()
    .then(waitlist)
    .then((island) => island.prepareWaitlist(), console.warn)
}

/** Opens the popup. Without its code, the link leads where it does without scripts: to the plain form. */
async function openWaitlist(control: HTMLAnchorElement): Promise<void> {
  control.ariaBusy = 'true'
  try {
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, FALLBACK_MS)
    })
    const [island] = await Promise.race([Promise.all([waitlist(), react()]), late])
    await island.openWaitlist(control)
  } catch {
    location.assign(control.href)
  } finally {
    control.ariaBusy = null
  }
}

/** Of an element without a text of its own for it, the tooltip is its name, which a finger neither sees nor needs. */
const SHOWN_UNHOVERED = ':is(:focus-visible,:not([data-tooltip=""]))'

/** Fetches tooltips when the first that would show is asked for: by a pointer over its element, a key or a tap. */
export function wireTooltips(): void {
  onFirst(
    ['pointerover', 'focusin'],
    () => void import('../../ui/tooltips.island.tsx').then((island) => island.start(), wireTooltips),
    ({ target, pointerType = 'touch' }: Event & { pointerType?: string }) =>
      (target as Element).closest(`[data-tooltip]${pointerType === 'touch' ? SHOWN_UNHOVERED : ''}`),
  )
}
