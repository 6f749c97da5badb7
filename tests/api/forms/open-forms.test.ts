import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseEnv } from '../../../api/env.ts'
import { openForms } from '../../../api/forms/open-forms.ts'
import { createMetrics } from '../../../api/metrics.ts'

test('a start for visitors on plain HTTP warns that the bot check fails there', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'forms-'))
  const warned: string[] = []
  const log = { info: () => undefined, warn: (line: string) => warned.push(line), error: () => undefined }
  const { env } = parseEnv({ SITE_URL: 'http://example.com', LAKE_TOKEN: 'a secret for editors' })
  const forms = openForms(env, { dataDir, log: log as never, metrics: createMetrics() })
  await forms.call('ping', Date.now())
  await forms.close()
  expect(warned).toEqual([expect.stringMatching(/^SITE_URL is plain HTTP, .*the bot check fails/u)])
})
