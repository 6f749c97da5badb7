import { gsap } from 'gsap'

interface CountUp {
  end: number
  seconds: number
  /** Gets each value on the way. */
  show: (value: number) => void
  done: () => void
}

/** Counts from 0 to `end`, slowing down as it arrives. */
export function countUp({ end, seconds, show, done }: CountUp): void {
  const counter = { value: 0 }
  gsap.to(counter, {
    value: end,
    duration: seconds,
    ease: 'power2.out',
    onUpdate: () => show(counter.value),
    onComplete: done,
  })
}
