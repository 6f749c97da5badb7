import { gsap } from 'gsap'

/** Half the turn, in degrees, and how long it takes there and back, in seconds. */
const TURN = 8
const ROUND = 24

export interface Turning {
  play: () => void
  pause: () => void
  /** Ends it, with the discs as they were drawn. */
  end: () => void
}

/** The discs turn against each other, every second one the other way; paused at first. */
export function turnDiscs(discs: readonly Element[]): Turning {
  const timeline = gsap.timeline({ paused: true, repeat: -1 })
  discs.forEach((disc, i) => {
    const angle = i % 2 ? -TURN : TURN
    const keyframes = { rotation: [0, angle, 0, -angle, 0], ease: 'sine.inOut' }
    timeline.to(disc, { keyframes, transformOrigin: '50% 50%', duration: ROUND }, 0)
  })
  return {
    play() {
      timeline.play()
    },
    pause() {
      timeline.pause()
    },
    end() {
      timeline.revert()
    },
  }
}
