import { gsap } from 'gsap'

const SECONDS = 0.3

/**
 * Runs from one amount to another; `show` gets each on the way, and the exact one at the end. Returns what stops it.
 * The library runs from 0 to 1 only: it rounds by multiplying, which makes infinities of large amounts.
 */
export function tweenTotal(from: number, to: number, show: (amount: number) => void): () => void {
  const way = { done: 0 }
  const tween = gsap.to(way, {
    done: 1,
    duration: SECONDS,
    ease: 'power2.out',
    onUpdate: () => show(from + (to - from) * way.done),
    onComplete: () => show(to),
  })
  return () => {
    tween.kill()
  }
}
