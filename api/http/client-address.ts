import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'
import { FORWARDING } from '../../studio/lake/http/forwarding.ts'
import type { PersonRole } from '../contract/people.ts'

/** What Node's server hands on with a request; a test in memory has no socket. */
export interface NodeEnv {
  Bindings: Partial<HttpBindings>
}
export type NodeContext = Context<NodeEnv>

/** Who sends a request, as far as limits and closed doors need to know. */
export interface Caller {
  /** Whether a proxy passed it on, so that the socket's address is not the sender's. */
  forwarded: boolean
  /** What limits count for: an IPv4 address, an IPv6 network, or `unknown`. */
  address: string
}

/** Somebody whom the content lake is told of. */
interface LakeUser {
  id: string
  name: string
  role: PersonRole
}

/** A caller whose name is known, and whom the content lake takes for that person. */
export interface IdentifiedCaller extends Caller {
  user?: LakeUser
  /** Everybody, where the lake is asked for names. */
  users?: LakeUser[]
}

/** Tells who sends a request that came through a socket with this address at the other end. */
export function callerOf(
  headers: Headers,
  socketAddress: string | undefined,
  trustedProxies: number,
): Caller {
  return {
    forwarded: isForwarded(headers),
    address: clientAddress(socketAddress, headers.get('x-forwarded-for') ?? undefined, trustedProxies),
  }
}

/** As `callerOf`, of a request that asks for a socket. */
export function callerOfUpgrade({ socket, headers }: IncomingMessage, trustedProxies: number): Caller {
  const known = FORWARDING.flatMap((name) => {
    const value = [headers[name]].flat().join(',')
    return value === '' ? [] : [[name, value] as [string, string]]
  })
  return callerOf(new Headers(known), socket.remoteAddress, trustedProxies)
}

/** The address that limits count a request by. */
export function addressOf(c: NodeContext, trustedProxies: number): string {
  return clientAddress(socketAddressOf(c), c.req.header('x-forwarded-for'), trustedProxies)
}

/** The address at the other end of the connection: the sender's, or that of a proxy. */
export function socketAddressOf(c: NodeContext): string | undefined {
  return c.env.incoming?.socket.remoteAddress
}

/** Whether a proxy passed the request on. */
export function isForwarded(headers: Headers): boolean {
  return FORWARDING.some((name) => headers.has(name))
}

/**
 * The address that a limit counts for: an IPv4 address, or the /64 that an IPv6 host can pick from at will.
 * Each trusted proxy adds the address it saw at the right of `forwarded`, so the visitor's is that many
 * from the right; anything further left was written by the visitor. Some proxies add the port, too.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const hops = forwarded?.split(',') ?? []
  const claimed = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  const parsed = (claimed === undefined ? undefined : parse(claimed)) ?? parse(socketAddress ?? '')
  if (parsed === undefined) return 'unknown'
  // `::1` is one address, and not of a /64 that a host can pick from.
  return parsed.family === 'ipv4' || parsed.address === '::1' ? parsed.address : network64(parsed.address)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address, with or without brackets, is reached from this machine alone. A name never is. */
export function isLoopbackAddress(text: string): boolean {
  const parsed = parse(text)
  return parsed !== undefined && loopback.check(parsed.address, parsed.family)
}

/**
 * Whether a host stands for this machine alone. Names besides `localhost` are whatever a name server makes of them, as
 * is `127.example.com`.
 */
export function isOwnHost(host: string): boolean {
  return /^localhost\.?$/iu.test(host) || isLoopbackAddress(host)
}

/** An address in its canonical spelling, without port, brackets and zone. An IPv4-mapped IPv6 address is IPv4. */
function parse(text: string): { address: string; family: 'ipv4' | 'ipv6' } | undefined {
  const given = text.trim()
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/u.exec(given)?.[1] ?? given
  const address = isIP(bare) ? bare : /^([\d.]+):\d{1,5}$/u.exec(bare)?.[1]
  if (address === undefined) return undefined
  if (isIP(address) === 4) return { address, family: 'ipv4' }
  const [unzoned = ''] = address.split('%')
  if (isIP(unzoned) !== 6) return undefined
  const { address: short } = new SocketAddress({ address: unzoned, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/u.exec(short)?.[1]
  return mapped === undefined ? { address: short, family: 'ipv6' } : { address: mapped, family: 'ipv4' }
}

function network64(address: string): string {
  const [head = '', tail] = address.split('::')
  const [left, right] = [groups(head), groups(tail ?? '')]
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const all = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${all.slice(0, 4).join(':')}::/64`
}

function groups(part: string): string[] {
  return part.split(':').filter(Boolean)
}
