import { onApproach, onFirst, whenIdle, whenParsed } from '../../browser/when.ts'
import { isPlainClick } from './navigation.ts'

/** By far the largest of what the popup needs, whose own file would ask for it only once it has come. */
const react = () => import('../../browser/mount.tsx')
/** Its texts are the last of the page. */
const waitlist = () => new Promise<void>(whenParsed).then(() => import('../../forms/waitlist.island.tsx'))
/** After this long without the popup's code, the plain form stands in for it, in ms. */
const PATIENCE = 10_000

/**
 * The popup's code comes as a hand moves towards what opens it or touches it: with the page or a scroll it
 * would cost all who only read, at the click it would cost the visitor a wait. A click before it is here is answered
 * at once by the button and kept.
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
 * React first and the popup after it: run together, they would hold up a slow phone's scrolling. What fails here is
 * fetched again by a click, which has a way out when that fails too.
 */
function prepare(): void {
  react()
    .then(waitlist)
    .then((island) => island.prepareWaitlist(), console.warn)
}

/** Without the popup's code the link leads where it does without scripts: to the plain form. */
async function openWaitlist(control: HTMLAnchorElement): Promise<void> {
  control.ariaBusy = 'true'
  try {
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, PATIENCE)
    })
    const [island] = await Promise.race([Promise.all([waitlist(), react()]), late])
    await island.openWaitlist(control)
  } catch {
    location.assign(control.href)
  } finally {
    control.ariaBusy = null
  }
}

/** Tooltips come with the first element that has one and is pointed at or focused. */
export function wireTooltips(): void {
  onFirst(
    ['pointerover', 'focusin'],
    () => void import('../../ui/tooltips.island.tsx').then((island) => island.start(), wireTooltips),
    ({ target }) => (target as Element).closest('[data-tooltip]'),
  )
}
