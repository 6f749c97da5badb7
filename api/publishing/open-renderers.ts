import { stat } from 'node:fs/promises'
import path from 'node:path'
import { openRendererThread, type RendererThread } from './renderer-thread.ts'
import type { Renderers } from './renderer.ts'

interface RenderersOptions {
  dist: string
  /** Set for the thread on top of this process's variables: where the content is. */
  env: Readonly<Record<string, string>>
  /** Called with the reason when a thread ends that was still in use. */
  onDeath?: (sentence: string) => void
  deadlineMs?: number
  memoryMb?: number
  idleMs?: number
}

/**
 * Runs the bundle that the build left in `dist/server` in a thread of its own: rendering a thousand pages takes
 * seconds, and posts and pages have to be answered meanwhile. The thread starts when it is first needed. Once it has
 * ended, or the bundle has changed, the next caller gets another one.
 */
export function openRenderers({ dist, onDeath, ...options }: RenderersOptions): Renderers {
  const file = path.join(dist, 'server/publish.js')
  let running: { version: string; thread: RendererThread } | undefined
  let isClosed = false

  function start(version: string): RendererThread {
    const thread = openRendererThread({ file, ...options })
    running = { version, thread }
    void thread.ended.then((sentence) => (running?.thread === thread ? forget(sentence) : undefined))
    return thread
  }

  function forget(sentence: string): void {
    running = undefined
    if (!isClosed) onDeath?.(sentence)
  }

  return {
    current: async () => {
      const { mtimeMs, ino } = await stat(file)
      if (isClosed) throw new Error('The server stops.')
      const version = `${ino} ${mtimeMs}`
      if (running?.version === version) return running.thread.renderer
      const before = running?.thread
      const { renderer } = start(version)
      before?.retire()
      return renderer
    },
    keepAwake: () => running?.thread.keepAwake() ?? true,
    close: async () => {
      isClosed = true
      await running?.thread.stop()
    },
  }
}
