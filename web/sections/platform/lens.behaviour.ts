import { part } from '../../browser/parts.ts'
import { untilLoaded } from '../../browser/when.ts'
import { ROOMY } from '../../browser/windows.ts'
import type { Turning } from './lens.motion.ts'

/** Only where there is room for it, and without a wish for less motion. */
const welcome = `${ROOMY} and (prefers-reduced-motion:no-preference)`

/** Turns the discs of the lens while they are in view; on small screens the drawing stays at rest. */
export function attach(lens: HTMLElement): void {
  const media = matchMedia(welcome)
  const discs = [...lens.querySelectorAll(part('disc'))]
  let stop: (() => void) | undefined

  function follow() {
    stop?.()
    stop = media.matches ? turnWhileSeen(lens, discs) : undefined
  }
  follow()
  media.addEventListener('change', follow)
}

/**
 * Fetches the motion library once the lens is seen; the switch beside it pauses it. Returns a function that ends it
 * all.
 */
function turnWhileSeen(lens: Element, discs: readonly Element[]): () => void {
  const still = lens.parentElement?.querySelector('input')
  let seen = false
  let turning: Promise<Turning> | undefined
  const follow = () => {
    const turns = seen && !still?.checked
    if (turns) turning ??= untilLoaded(() => load(discs))
    void turning?.then((discsTurning) => (turns ? discsTurning.play() : discsTurning.pause()))
  }
  const observer = new IntersectionObserver(([entry]) => {
    seen = entry?.isIntersecting === true
    follow()
  })
  observer.observe(lens)
  still?.addEventListener('change', follow)
  return () => {
    observer.disconnect()
    still?.removeEventListener('change', follow)
    void turning?.then((discsTurning) => discsTurning.end())
  }
}

async function load(discs: readonly Element[]): Promise<Turning> {
  const { turnDiscs } = await import('./lens.motion.ts')
  return turnDiscs(discs)
}
