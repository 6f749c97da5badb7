import { isLoopbackAddress } from '../http/client-address.ts'
import { isOwnOrigin } from '../http/own-origin.ts'
import { TIMEOUT_MS } from './editors.ts'
import type { Lake } from './lake-editors.ts'

const NOT_SIGNED_IN =
  'Nobody is signed in here, or the session has ended: sign in again. Programs send the access token that the site was started with.'

/**
 * The content lake of another server. It knows editors by their secret, but not the host name of this node, so the
 * origin of a request is checked here. Wrong tokens count there against whoever sends them, not against this node.
 * @param options `needsToken`: whether the lake asks editors for a secret
 */
export function remoteLake(url: string, { needsToken }: { needsToken: boolean }): Lake {
  return {
    fetch: async ({ url: asked, headers }, { forwarded, address }) => {
      const { host, hostname, pathname } = new URL(asked)
      if (!isOwnOrigin({ headers, url: asked })) return refusal(403, 'Requests from other sites are refused.')
      const isStranger = needsToken && !headers.has('cookie') && !headers.has('authorization')
      // A page could point its own host name at this machine (DNS rebinding).
      if (!needsToken && !isThisMachine(hostname))
        return refusal(403, `Without LAKE_TOKEN, editors are not known at the name "${host}".`)
      if (isStranger && !isThisMachine(hostname)) return refusal(401, NOT_SIGNED_IN)
      const told = new Headers(headers)
      for (const name of ['origin', 'sec-fetch-site']) told.delete(name)
      // Without its prefix length, the /64 is an address.
      if (forwarded || !isLoopbackAddress(address)) told.set('x-forwarded-for', address.replace(/\/64$/u, ''))
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(url + pathname, { headers: told, redirect: 'manual', signal })
      // The lake's 403 would show a stranger the name by which it knows this node.
      if (answer.status !== 403 || !needsToken || headers.has('authorization')) return answer
      await answer.body?.cancel()
      return refusal(401, NOT_SIGNED_IN)
    },
  }
}

function isThisMachine(hostname: string): boolean {
  return /^(?:[\w-]+\.)*localhost$/u.test(hostname) || isLoopbackAddress(hostname)
}

/** As the lake itself says it. */
function refusal(statusCode: number, description: string): Response {
  return Response.json({ statusCode, error: { description } }, { status: statusCode })
}
