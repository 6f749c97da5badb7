import path from 'node:path'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { postgresFolder } from './api/support/postgres.ts'

/** A rough duration of a file, for the order: one takes minutes, others wait for processes and disks. */
function weightOf({ moduleId }: TestSpecification): number {
  if (moduleId.endsWith('/publish-kill.test.ts')) return 2
  return /\/tests\/(?:faults|api\/deploy)\//u.test(moduleId) ? 1 : 0
}

/** The longest begin first. Otherwise one would run on alone while the other core is idle. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => weightOf(other) - weightOf(one)))
  }
}

/** Tests of storage, run again on PostgreSQL if it is installed. Files that start their own are left out. */
function onPostgres(): TestProjectInlineConfiguration[] {
  if (postgresFolder === undefined) return []
  const include = [
    'tests/api/{forms,delivery}/*.test.ts',
    'tests/api/http/{operations,missing-paths}.test.ts',
    'tests/api/publishing/{publish-loop,publish-service,publish-service-switch,rebuild-route,open-publishing,deploy-targets}.test.ts',
    'tests/api/previews/{preview-routes,preview-shares,preview-token}.test.ts',
    'tests/api/store/{shares,people/people,publishing/publish-store,submissions/weekly}.test.ts',
    'tests/api/submissions/{inbox,submission-routes,submission-routes-campaign}.test.ts',
    'tests/api/people/{audit,identified-lake}.test.ts',
    'tests/api/cli/submissions.test.ts',
  ]
  const globalSetup = ['tests/api/support/postgres-run.ts']
  return [{ extends: true, test: { name: 'PostgreSQL', include, globalSetup } }]
}

/**
 * Files that need a process of their own: they mock a module, which works only before anything has loaded it, or they
 * measure memory, of which a used process has some to spare.
 */
const APART = [
  'tests/api/http/rate-limit.test.ts',
  'tests/studio/lake/{query/hostile-queries,http/upload-routes}.test.ts',
  'tests/web/browser/query.test.ts',
  'tests/web/publisher/release/page-writer.test.ts',
]

export default defineConfig({
  root: path.join(import.meta.dirname, '..'),
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['tests/**/*.test.{ts,tsx}'],
          // Once the pages were measured, their peers' packages lie below, with tests of their own.
          exclude: [...configDefaults.exclude, ...APART],
        },
      },
      { extends: true, test: { name: 'apart', include: APART, isolate: true } },
      ...onPostgres(),
    ],
    // Files share a process and its modules: a process for each costs 0.4 s of CPU time.
    isolate: false,
    setupFiles: ['tests/support/restore.ts'],
    // Two cores: more workers only make the timings of child processes worse.
    maxWorkers: 2,
    // Processes and disks of a busy machine; the run says how many tests needed it.
    retry: 1,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
