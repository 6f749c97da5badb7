import { configureGlobal } from 'fast-check'
import { afterAll, vi } from 'vitest'

// A second try draws the same examples, so that none hides a failure. Another `FC_SEED` draws others.
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })

// Files of tests follow each other in one process: none finds what the one before stood in for the real thing.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
