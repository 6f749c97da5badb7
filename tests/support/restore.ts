import { configureGlobal } from 'fast-check'
import { afterAll, vi } from 'vitest'

// A second try draws the same examples, so that it hides no failure. Another `FC_SEED` draws others.
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })

// Test files follow each other in one process, so each restores what it mocked.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
