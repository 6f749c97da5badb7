import { securityHeaders } from '../../../api/contract/site-headers.ts'
import { isExposed, parseEnv } from '../../../api/env.ts'
import { openForms } from '../../../api/forms/open-forms.ts'
import { createApp } from '../../../api/http/app.ts'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'

/**
 * The forms API alone, as a process to be maltreated. It reads the settings from its environment, listens on
 * a free port and sends that to its parent. `SYNCHRONOUS=normal` is the control of the power-loss test,
 * `CUT_OFF=early` gives slow senders a second or two.
 */
const { env, faults } = parseEnv({ RATE_LIMIT: 'off', ...process.env })
if (faults.length > 0) throw new Error(JSON.stringify(faults))
const log = createLog(process.env['LOG_LEVEL'] ?? 'error')
const metrics = createMetrics()
const forms = openForms(
  env,
  { dataDir: env.DATA_DIR, log, metrics },
  {
    synchronous: process.env['SYNCHRONOUS'] === 'normal' ? 'normal' : 'full',
    // A load solves no tasks: each of its posts brings a nonce of its own as its token.
    botCheck: { verify: (token) => Promise.resolve(token) },
    // A busy machine takes its time to answer a mail's five commands; one server in forty never does.
    delivery: { waitMs: 50, pollMs: 50, timeoutMs: 2_000 },
  },
)
const app = createApp({
  metrics: { metrics, access: { token: env.METRICS_TOKEN, isExposed: isExposed(env) } },
  siteUrl: undefined,
  isReady: () => true,
  release: () => Promise.resolve(new Map()),
  forms,
})
const headers = securityHeaders(undefined)
// Those who send slowly are cut off while a test waits. Others must not be where the machine is what is slow.
const limitsMs = { headers: 1_000, request: 2_000, idle: 2_000 }
const listening = await listen(toListener(app.fetch), {
  port: 0,
  host: '127.0.0.1',
  headers,
  ...(process.env['CUT_OFF'] === 'early' && { limitsMs }),
})
process.send?.({ url: listening.url })
process.on('SIGTERM', () => {
  void listening.drain(2_000).then(async () => {
    await forms.close()
    process.exit(0)
  })
})
