import { claim } from './claim.ts'
import { securityHeaders } from './contract/site-headers.ts'
import { openForms } from './forms/open-forms.ts'
import { createHttpParts } from './http-parts.ts'
import { createApp, type AppDeps } from './http/app.ts'
import { toListener } from './http/http-server.ts'
import { GRACE_MS, type Running, type StartOptions } from './start.ts'

/**
 * Brings up a node that only takes and delivers posts: it has no pages, no Studio and no content, and needs no build.
 * It shares submissions with other nodes through `DATABASE_URL`.
 * @throws OperationalError with all that is wrong at once
 */
export async function startForms(
  options: Pick<StartOptions, 'env' | 'faults' | 'log' | 'onUnforeseen' | 'acquireLock'>,
): Promise<Running> {
  const { env, log, acquireLock } = options
  const http = createHttpParts(env, options)
  const app: AppDeps = {
    ...http.app,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
    hasPages: false,
  }
  const headers = securityHeaders(env.SITE_URL)
  let listener = toListener(createApp(app).fetch, headers)
  const { listening, dataDir, takeDataDir } = await claim(env, options.faults, {
    listener: http.observed((request, response) => listener(request, response)),
    acquireLock,
    dist: undefined,
    hasPages: () => Promise.resolve(false),
  })
  const { url } = listening
  try {
    const lock = takeDataDir()
    lock.announce(url)
    const forms = openForms(env, { dataDir, log, metrics: http.metrics })
    listener = toListener(createApp({ ...app, forms }).fetch, headers)
    return {
      url,
      stop: async () => {
        await listening.drain(GRACE_MS)
        await forms.close()
        lock.release()
      },
    }
  } catch (error) {
    await listening.drain(0)
    throw error
  }
}
