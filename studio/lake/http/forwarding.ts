/** Bodies of at most this declared length cross to the lake's thread in one piece. In bytes. */
export const ONE_PIECE_BYTES = 64 * 1024

/**
 * Headers that proxies add: any of them says that a request was passed on. Programs on this machine send none.
 * `Forwarded` and `Via` are standards (RFC 7239, RFC 9110), `CF-Connecting-IP` is Cloudflare's.
 */
export const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
] as const
