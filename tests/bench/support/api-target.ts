import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { securityHeaders } from '../../../api/contract/site-headers.ts'
import { parseEnv } from '../../../api/env.ts'
import { openForms } from '../../../api/forms/open-forms.ts'
import { createApp } from '../../../api/http/app.ts'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'

/**
 * The forms API in a process of its own; with the argument `floor`, the same stack without storage. It takes
 * everybody for an editor, and a store that a bench filled from `BENCH_DATA_DIR` or `BENCH_DATABASE_URL`: a name that
 * an operator's shell may hold would have it write into the store of a site.
 */
const { BENCH_DATA_DIR: filled, BENCH_DATABASE_URL: DATABASE_URL } = process.env
const { env } = parseEnv({ RATE_LIMIT: 'off', DATABASE_URL })
const dataDir = filled ?? mkdtempSync(path.join(tmpdir(), 'bench-'))
const forms = openForms(env, { dataDir, log: createLog('silent'), metrics: createMetrics() })
const nowhere = { ...forms.submissions, join: () => Promise.resolve(undefined) }
const app = createApp({
  siteUrl: undefined,
  isReady: () => true,
  release: () => Promise.resolve(new Map()),
  readers: { checkEditor: () => Promise.resolve({ name: 'Ada', role: 'administrator' as const }) },
  forms: process.argv.includes('floor') ? { ...forms, submissions: nowhere } : forms,
})
const headers = securityHeaders(undefined)
const listening = await listen(toListener(app.fetch), { port: 0, host: '127.0.0.1', headers })
process.send?.({ port: Number(new URL(listening.url).port) })
