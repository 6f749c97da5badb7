import type { Browser, Page } from '@playwright/test'

/** A longer task delays the response to a touch, in ms. */
const LONG = 50
const REST = 'bench:rest'

/** How long a page would not have responded, in ms: what its tasks took beyond 50 ms each, after its first frame. */
interface BlockedTime {
  /** Until the page was said to rest. */
  untilRest: number
  all: number
}

export interface TaskTrace {
  /** Says that the page rests, and is about to be touched. */
  rest(): Promise<void>
  end(): Promise<BlockedTime>
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** In µs, as `dur`. */
  ts: number
  dur?: number
  args?: { data?: { documentLoaderURL?: string } }
}

/**
 * Follows the tasks of a page's thread, from before it is opened. `PerformanceObserver` tells of long tasks only where
 * a script runs in them: what a page without scripts takes for style and layout, it leaves out.
 */
export async function traceTasks(browser: Browser, page: Page): Promise<TaskTrace> {
  await browser.startTracing(page, { categories: ['toplevel', 'loading', 'blink.user_timing'] })
  return {
    rest: () => page.evaluate((name) => void performance.mark(name), REST),
    async end() {
      const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
      return blockedTime(trace.traceEvents)
    },
  }
}

/** @throws where the trace has no page, or none that was drawn and rested */
function blockedTime(events: readonly TraceEvent[]): BlockedTime {
  // Pictures of drawings are documents, too, without an address.
  const opened = events.find(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  )
  const own = events.filter(
    ({ pid, tid, ts }) => pid === opened?.pid && tid === opened.tid && ts >= opened.ts,
  )
  const drawn = own.findLast(({ name }) => name === 'firstContentfulPaint')
  const rested = own.find(({ name }) => name === REST)
  if (!drawn || !rested) throw new Error('The trace of a visit has no page that was drawn and came to rest.')
  const tasks = own.filter(({ name, ts }) => name === 'ThreadControllerImpl::RunTask' && ts >= drawn.ts)
  return { untilRest: beyond(tasks.filter(({ ts }) => ts < rested.ts)), all: beyond(tasks) }
}

function beyond(tasks: readonly TraceEvent[]): number {
  return tasks.reduce((sum, { dur = 0 }) => sum + Math.max(0, dur / 1_000 - LONG), 0)
}
