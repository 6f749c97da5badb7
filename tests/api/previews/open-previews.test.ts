import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseEnv } from '../../../api/env.ts'
import { createLog } from '../../../api/log.ts'
import type { Drafts } from '../../../api/previews/drafts.ts'
import { openPreviews } from '../../../api/previews/open-previews.ts'
import type { Renderer } from '../../../api/publishing/renderer.ts'
import { openPreviewFile } from '../../../api/store/shares.ts'
import { eventually } from '../../support/eventually.ts'

/** What renders, until `end` is called. */
function newPublisher(moment: string) {
  const ended = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  const drafts = {
    moment: () => Promise.resolve(moment),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as Drafts
  const renderer = {
    ended: ended.promise,
    drafts: () => Promise.resolve(drafts),
  } as unknown as Renderer
  return {
    renderer,
    end: () => ended.resolve(),
    change: () => listeners.forEach((listener) => listener()),
    followers: () => listeners.size,
  }
}

const away = (): Promise<never> => Promise.reject(new Error('It is being started.'))

test('an open preview follows the drafts again after the thread that rendered them ended', async () => {
  const [first, second] = [newPublisher('first'), newPublisher('second')]
  let current: (() => Promise<Renderer>) | undefined = () => Promise.resolve(first.renderer)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'previews-'))
  const preview = openPreviews({
    env: parseEnv({}).env,
    dist: dataDir,
    database: openPreviewFile(dataDir),
    fetchRelease: () => Promise.resolve(),
    url: 'http://127.0.0.1:3000',
    renderers: { current: () => (current ?? away)(), keepAwake: () => true, close: () => Promise.resolve() },
    checkEditor: () => Promise.resolve({ name: 'Ada', role: 'administrator' as const }),
    log: createLog('silent'),
  })
  onTestFinished(() => preview.close())
  const told: string[] = []
  const stop = await preview.previews.follow((moment) => told.push(moment))
  first.change()
  await eventually(() => expect(told).toEqual(['first', 'first']))

  current = undefined
  first.end()
  await new Promise((resolve) => setTimeout(resolve, 700))
  current = () => Promise.resolve(second.renderer)
  await vi.waitFor(() => expect(told.at(-1)).toBe('second'), 10_000)
  second.change()
  await eventually(() => expect(told.slice(2)).toEqual(['second', 'second']))
  // A thread that somebody follows does not rest.
  expect(second.followers()).toBe(1)
  stop()
  expect(second.followers()).toBe(0)
})
