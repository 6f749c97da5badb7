import { gsap } from 'gsap'

const SECONDS = 0.3

/** Runs from one amount to another; `show` gets each on the way. Returns what stops it. */
export function tweenTotal(from: number, to: number, show: (amount: number) => void): () => void {
  const total = { amount: from }
  const tween = gsap.to(total, {
    amount: to,
    duration: SECONDS,
    ease: 'power2.out',
    onUpdate: () => show(total.amount),
  })
  return () => {
    tween.kill()
  }
}
