import { gsap } from 'gsap'
import { OUT, partsOf } from '../../browser/entrance.motion.ts'

/** Durations of the phases of one cycle, in seconds: 4.6 in all. */
const PHASES = { input: 1.8, pause: 0.6, output: 0.8, hold: 1.4 } as const
type Phase = keyof typeof PHASES

const OUTPUT = PHASES.input + PHASES.pause
const HELD = OUTPUT + PHASES.output
/** The record is drawn in the first half of the output, so that two of them overlap only briefly. */
const DRAWN = OUTPUT + PHASES.output / 2
const SETTLE = 0.3

interface StageChange {
  /** The current example, if there is another one. It stays until the new one has been drawn over it. */
  from: HTMLElement | undefined
  to: HTMLElement
  phase: (phase: Phase) => void
  done: () => void
}

/** One example being played. `still` means that nothing may move: what is next appears without being drawn. */
export interface StageRun {
  play: () => void
  /** Draws the record now, and waits. */
  draw: (still: boolean) => void
  /** Shows the whole example and waits there, so that a pause never cuts off what somebody reads. */
  hold: (still: boolean) => void
  /** Leaves the example complete and stops. */
  end: () => void
}

/**
 * Fragments arrive one by one over those before, the rosette turns, and the record is drawn over the one before. The
 * previous example has `data-leaving` as long as it is visible.
 */
export function runStage({ from, to, phase, done }: StageChange): StageRun {
  const [inputs, links, lines] = [partsOf(to, 'input'), partsOf(to, 'link'), partsOf(to, 'lines')]
  const [wipe, record] = [partsOf(to, 'wipe'), partsOf(to, 'record')]
  const [rosette, rule] = [partsOf(to, 'rosette'), partsOf(to, 'rule')]
  const before = from ? partsOf(from, 'input') : []
  // Until the record is drawn, its edge lies on that of the previous one.
  const width = (record[0]?.offsetWidth ?? 1) - 1
  from?.setAttribute('data-leaving', '')
  from?.setAttribute('aria-hidden', 'true')

  const timeline = gsap.timeline({ paused: true, defaults: { ease: OUT }, onComplete: done })
  const beat = PHASES.input / inputs.length
  if (from) {
    inputs.forEach((input, i) => {
      timeline.from(input, { opacity: 0, x: -12, duration: Math.min(beat, 0.6) }, i * beat)
    })
    before.forEach((input, i) => {
      timeline.to(input, { opacity: 0, duration: 0.2 }, Math.min(i, inputs.length - 1) * beat)
    })
    links.forEach((link, i) => {
      timeline.from(link, { opacity: 0, duration: beat / 2 }, (i + 0.5) * beat)
    })
    timeline
      .from(lines, { opacity: 0, duration: PHASES.output / 4 }, OUTPUT)
      .from(wipe, { x: -width, duration: DRAWN - OUTPUT }, OUTPUT)
      .from(record, { x: width, duration: DRAWN - OUTPUT }, OUTPUT)
      .set(from, { visibility: 'hidden' }, DRAWN)
  }
  timeline
    .call(phase, ['input'], 0)
    .call(phase, ['pause'], PHASES.input)
    .to(rosette, { rotation: 30, duration: PHASES.pause, ease: 'power2.inOut' }, PHASES.input)
    .call(phase, ['output'], OUTPUT)
    .from(rule, { scaleX: 0, duration: HELD - DRAWN, immediateRender: from !== undefined }, DRAWN)
    .call(phase, ['hold'], HELD)
    .set({}, {}, HELD + PHASES.hold)

  let settling: gsap.core.Tween | undefined
  const rest = (duration: number, still: boolean) => {
    timeline.pause()
    settling?.kill()
    if (timeline.time() >= HELD) return
    if (still) timeline.seek(HELD, false)
    else settling = timeline.tweenTo(HELD, { duration, ease: 'none' })
  }
  return {
    play() {
      settling?.kill()
      timeline.play()
    },
    draw(still) {
      timeline.seek(OUTPUT)
      rest(PHASES.output, still)
    },
    hold: (still) => rest(SETTLE, still),
    end() {
      settling?.kill()
      timeline.progress(1, true).kill()
      from?.removeAttribute('data-leaving')
      from?.removeAttribute('aria-hidden')
      const moved = [...before, ...inputs, ...links, ...lines, ...wipe, ...record, ...rosette, ...rule]
      gsap.set(from ? [from, ...moved] : moved, { clearProps: 'transform,opacity,visibility' })
    },
  }
}

/** Calls `run` every `seconds` while it is not paused. It starts paused. */
export function every(seconds: number, run: () => void): { paused: (value: boolean) => void } {
  const tween = gsap.to({}, { duration: seconds, repeat: -1, paused: true, onRepeat: run })
  return {
    paused(value) {
      tween.paused(value)
    },
  }
}
