import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** How long a file takes, as far as its order goes: one takes minutes, others wait for processes and disks. */
function weightOf({ moduleId }: TestSpecification): number {
  if (moduleId.endsWith('/publish-kill.test.ts')) return 2
  return /\/tests\/(?:faults|api\/deploy)\//u.test(moduleId) ? 1 : 0
}

/** The longest begin first, or one of them runs on alone while the other core has nothing left. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => weightOf(other) - weightOf(one)))
  }
}

export default defineConfig({
  root: path.join(import.meta.dirname, '..'),
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // Two cores: more workers only make the timings of child processes worse.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
