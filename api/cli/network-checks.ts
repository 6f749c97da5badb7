import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { errorCode, messageOf, OperationalError } from '../contract/operational-error.ts'

/** How long another server may take to answer. */
export const TIMEOUT_MS = 5_000

/**
 * The answer to a GET of an address.
 * @param what to do if there is none
 * @throws OperationalError that says so
 */
export async function ask(
  url: string,
  headers: Record<string, string> = {},
  what = 'check the address',
): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    return unreachable(error, what)
  }
}

/**
 * Connects to an address without a request: a hook may take any request, even a GET, for its call.
 * @returns what is well, in words
 * @throws OperationalError if nobody listens there, or its certificate is not trusted
 */
export async function checkConnects(url: string): Promise<string> {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:'
  const host = hostname.replaceAll(/[[\]]/gu, '')
  const to = { host, port: Number(port) || (isSecure ? 443 : 80) }
  const socket = isSecure
    ? connectSecurely({ ...to, ...(isIP(host) === 0 && { servername: host }) })
    : connect(to)
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return `${host} can be reached, and was sent nothing: whether it takes a delivery, only one tells.`
  } catch (error) {
    return unreachable(error, 'check the address')
  } finally {
    socket.destroy()
  }
}

/**
 * Throws that nothing answers, and what to do.
 * @param error of `fetch` or `once`, which may keep the system's as its cause, or the system's own
 */
export function unreachable(error: unknown, what: string): never {
  const cause = (error instanceof Error && error.cause) || error
  const reason = errorCode(cause) ?? messageOf(cause)
  throw new OperationalError(`nothing answers there (${reason}): ${what}.`, { cause: error })
}
