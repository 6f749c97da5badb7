import { gsap } from 'gsap'
import { OUT, partsOf } from '../../browser/entrance.motion.ts'

/** Lengths of the parts of one cycle, in seconds: 4.6 in all. */
export const PHASES = { input: 1.8, pause: 0.6, output: 0.8, hold: 1.4 } as const
export type Phase = keyof typeof PHASES

const HELD = PHASES.input + PHASES.pause + PHASES.output
const SETTLE = 0.3

interface StageEvents {
  phase: (phase: Phase) => void
  done: () => void
}

/** One example being played. */
export interface StageRun {
  play: () => void
  /** Goes straight to where the whole example is shown. */
  skip: () => void
  /** Shows the whole example and waits there, so that a pause never hides what somebody reads. */
  hold: () => void
  /** Leaves the example complete and stops. */
  end: () => void
}

/** Fragments arrive in beats, the rosette turns, the record is drawn, and all is held for a while. */
export function runStage(stage: HTMLElement, { phase, done }: StageEvents): StageRun {
  const [inputs, links] = [partsOf(stage, 'input'), partsOf(stage, 'link')]
  const rosette = partsOf(stage, 'rosette')
  const [wipe, record] = [partsOf(stage, 'wipe'), partsOf(stage, 'record')]
  const [lines, rule] = [partsOf(stage, 'lines'), partsOf(stage, 'rule')]
  const width = wipe[0]?.offsetWidth ?? 0
  const output = PHASES.input + PHASES.pause

  const timeline = gsap.timeline({ paused: true, defaults: { ease: OUT }, onComplete: done })
  const beat = PHASES.input / inputs.length
  inputs.forEach((input, i) => {
    timeline.from(input, { opacity: 0, x: -12, duration: Math.min(beat, 0.6) }, i * beat)
  })
  links.forEach((link, i) => {
    timeline.from(link, { opacity: 0, duration: beat / 2 }, (i + 0.5) * beat)
  })
  timeline
    .call(phase, ['input'], 0)
    .call(phase, ['pause'], PHASES.input)
    .to(rosette, { rotation: 30, duration: PHASES.pause, ease: 'power2.inOut' }, PHASES.input)
    .call(phase, ['output'], output)
    .from(lines, { opacity: 0, duration: PHASES.output / 4 }, output)
    .from(wipe, { x: -width, duration: PHASES.output }, output)
    .from(record, { x: width, duration: PHASES.output }, output)
    .from(rule, { scaleX: 0, duration: PHASES.output / 2 }, output + PHASES.output / 2)
    .call(phase, ['hold'], HELD)
    .set({}, {}, HELD + PHASES.hold)

  let settling: gsap.core.Tween | undefined
  return {
    play() {
      settling?.kill()
      timeline.play()
    },
    skip() {
      timeline.seek(HELD)
    },
    hold() {
      timeline.pause()
      if (timeline.time() < HELD) settling = timeline.tweenTo(HELD, { duration: SETTLE })
    },
    end() {
      settling?.kill()
      timeline.progress(1, true).kill()
      gsap.set([...inputs, ...links, ...lines, ...wipe, ...record, ...rule], {
        clearProps: 'transform,opacity',
      })
    },
  }
}

/** Runs something every `seconds` while it is not paused, as it is at first. */
export function every(seconds: number, run: () => void): { paused: (value: boolean) => void } {
  const tween = gsap.to({}, { duration: seconds, repeat: -1, paused: true, onRepeat: run })
  return {
    paused(value) {
      tween.paused(value)
    },
  }
}
