import type { RequestListener } from 'node:http'
import { FORWARDING } from '../studio/lake/http/forwarding.ts'
import { isLakePath } from './contract/addresses.ts'
import type { Env } from './env-schema.ts'
import { isExposed } from './env.ts'
import type { AppDeps } from './http/app.ts'
import { observe, reportAnswered } from './http/observe.ts'
import type { Log, OnUnforeseen } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** What a node answers HTTP with, whatever it serves. */
export interface HttpParts {
  metrics: Metrics
  app: Pick<AppDeps, 'siteUrl' | 'trustedProxies' | 'metrics' | 'onUnforeseen'>
  /** Counts and logs what the listener answers, and says once that a proxy is in front which no setting tells of. */
  observed(listener: RequestListener): RequestListener
}

export function createHttpParts(env: Env, options: { log: Log; onUnforeseen: OnUnforeseen }): HttpParts {
  const metrics = createMetrics()
  const onAnswered = reportAnswered({ metrics, log: options.log, all: env.LOG_REQUESTS === 'on' })
  const noticing = (listener: RequestListener): RequestListener =>
    noticeForwarded(listener, () =>
      options.log.warn('Forwarded addresses are ignored: set TRUST_PROXY to the number of proxies in front.'),
    )
  return {
    metrics,
    app: {
      siteUrl: env.SITE_URL,
      trustedProxies: env.TRUST_PROXY,
      metrics: { metrics, access: { token: env.METRICS_TOKEN, isExposed: isExposed(env) } },
      onUnforeseen: options.onUnforeseen,
    },
    observed: (listener) => observe(env.TRUST_PROXY === 0 ? noticing(listener) : listener, onAnswered),
  }
}

/**
 * Reports once that a proxy passes requests on, where none is trusted: limits then count all visitors as one. A request
 * to the content lake may be another node's, which names the caller that it asks for.
 */
function noticeForwarded(listener: RequestListener, onForwarded: () => void): RequestListener {
  let isKnown = false
  return (request, response) => {
    if (!isKnown && FORWARDING.some((name) => name in request.headers) && !isLakePath(request.url ?? '/')) {
      isKnown = true
      onForwarded()
    }
    listener(request, response)
  }
}
