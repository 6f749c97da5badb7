import { gsap } from 'gsap'

const SECONDS = 0.3

/**
 * Animates from one amount to another; `show` gets each on the way, and the exact one at the end. Returns a function
 * that stops it. The library only animates from 0 to 1: it rounds by multiplying, which turns large amounts into
 * infinity.
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
