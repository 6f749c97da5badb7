import type { IncomingHttpHeaders, RequestListener } from 'node:http'
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
  /** Counts and logs what the listener answers, and says once that there are more or fewer proxies than TRUST_PROXY says. */
  observed(listener: RequestListener): RequestListener
}

export function createHttpParts(env: Env, options: { log: Log; onUnforeseen: OnUnforeseen }): HttpParts {
  const metrics = createMetrics()
  const onAnswered = reportAnswered({ metrics, log: options.log, all: env.LOG_REQUESTS === 'on' })
  const { isWrong, sentence } = env.TRUST_PROXY === 0 ? UNKNOWN : fewerThan(env.TRUST_PROXY)
  return {
    metrics,
    app: {
      siteUrl: env.SITE_URL,
      trustedProxies: env.TRUST_PROXY,
      metrics: { metrics, access: { token: env.METRICS_TOKEN, isExposed: isExposed(env) } },
      onUnforeseen: options.onUnforeseen,
    },
    observed: (listener) =>
      observe(
        notice(listener, isWrong, () => options.log.warn(sentence)),
        onAnswered,
      ),
  }
}

/** What a request tells of the proxies that it came through. */
interface ProxyFault {
  isWrong: (headers: IncomingHttpHeaders) => boolean
  sentence: string
}

/** A proxy that nobody said is there: limits then count all visitors as one. */
const UNKNOWN: ProxyFault = {
  isWrong: (headers) => FORWARDING.some((name) => name in headers),
  sentence: 'Forwarded addresses are ignored: set TRUST_PROXY to the number of proxies in front.',
}

/**
 * Proxies that are not there: what stands so far from the right is then the visitor's to write, who picks the address
 * that limits count. Whoever writes nothing is counted with all others.
 */
function fewerThan(proxies: number): ProxyFault {
  return {
    isWrong: ({ 'x-forwarded-for': forwarded }) =>
      typeof forwarded === 'string' && forwarded.split(',').length < proxies,
    sentence: `A request came through fewer proxies than TRUST_PROXY says (${proxies}), so visitors can pick the address that limits count: set it to the number of proxies in front.`,
  }
}

/**
 * Reports the first fault. A request to the content lake may be another node's, which names the caller that it asks for.
 */
function notice(
  listener: RequestListener,
  isWrong: ProxyFault['isWrong'],
  onWrong: () => void,
): RequestListener {
  let isKnown = false
  return (request, response) => {
    if (!isKnown && isWrong(request.headers) && !isLakePath(request.url ?? '/')) {
      isKnown = true
      onWrong()
    }
    listener(request, response)
  }
}
