import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isExposed, parseEnv } from '../../../api/env.ts'
import { openForms } from '../../../api/forms/open-forms.ts'
import { createApp, type AppDeps } from '../../../api/http/app.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'
import { databaseUrlOf } from './database.ts'
import { solveToken } from './token.ts'

/** A whole app in memory over a new store. Each request counts as one from the same address. */
export function newApp(
  settings: Record<string, string> = {},
  more: Pick<AppDeps, 'onUnforeseen' | 'readers'> = {},
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'app-'))
  const { env, faults } = parseEnv({ RATE_LIMIT: 'off', DATABASE_URL: databaseUrlOf(dataDir), ...settings })
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join(' '))
  const metrics = createMetrics()
  const access = { token: env.METRICS_TOKEN, isExposed: isExposed(env) }
  const forms = openForms(env, { dataDir, log: createLog('silent'), metrics })
  const app = createApp({
    siteUrl: env.SITE_URL,
    isReady: () => true,
    release: noRelease,
    forms,
    metrics: { metrics, access },
    ...more,
  })

  async function post(target: string, body: unknown, headers: Record<string, string> = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const length = String(Buffer.byteLength(text))
    const all = { 'content-type': 'application/json', 'content-length': length, ...headers }
    return app.request(target, { method: 'POST', body: text, headers: all }, {})
  }

  function postForm(target: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields).toString()
    return post(target, body, { 'content-type': 'application/x-www-form-urlencoded', ...headers })
  }

  async function get(target: string, headers: Record<string, string> = {}) {
    return app.request(target, { headers }, {})
  }

  async function token(): Promise<string> {
    const response = await get('/api/bot-check/challenge?action=submit')
    return solveToken(await response.json())
  }
  return { app, forms, dataDir, get, post, postForm, token }
}

function noRelease() {
  return Promise.resolve(new Map())
}
