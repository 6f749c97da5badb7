import { isIP } from 'node:net'

/**
 * The address that a limit counts for: an IPv4 address, or the /64 that an IPv6 host can pick from at will.
 * Each trusted proxy adds the address it saw at the right of `forwarded`, so the visitor's is that many
 * from the right; anything further left was written by the visitor.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const hops = forwarded?.split(',').map((hop) => hop.trim()) ?? []
  const claimed = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  const address = claimed !== undefined && isIP(claimed) ? claimed : (socketAddress ?? 'unknown')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return isIP(address) === 6 ? network64(address) : address
}

function network64(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const [left, right] = [groups(head), groups(tail ?? '')]
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const all = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function groups(part: string): string[] {
  return part.split(':').filter(Boolean)
}
