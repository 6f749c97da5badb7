import type { RequestListener } from 'node:http'
import { FORWARDING } from '../../studio/lake/http/forwarding.ts'
import { isLakePath } from '../contract/addresses.ts'

/**
 * Reports once that a proxy passes requests on, where none is trusted: limits then count all visitors as one. A request
 * to the content lake may be another node's, which names the caller that it asks for.
 */
export function noticeForwarded(listener: RequestListener, onForwarded: () => void): RequestListener {
  let isKnown = false
  return (request, response) => {
    if (!isKnown && FORWARDING.some((name) => name in request.headers) && !isLakePath(request.url ?? '/')) {
      isKnown = true
      onForwarded()
    }
    listener(request, response)
  }
}
