import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes begin first, or one of them runs on alone while the other core has nothing left. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/publish-kill\.test\.ts$/.test(moduleId)
    const isFault = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/faults/')
    return [
      ...others.filter(isLong),
      ...others.filter((file) => isFault(file) && !isLong(file)),
      ...others.filter((file) => !isFault(file)),
    ]
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
