import { afterAll, vi } from 'vitest'

// Files of tests follow each other in one process: none finds what the one before stood in for the real thing.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
