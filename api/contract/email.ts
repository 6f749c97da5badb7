import { MAX_EMAIL } from './limits.ts'

/** WHATWG's rule for `type=email`. It accepts `a@b`, `a..b@example.com` and `a@127.0.0.1`, as some mail servers do. */
export const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

/**
 * An address with its domain in ASCII, as mail servers know it: `info@müller.de` is `info@xn--mller-kva.de`. Most
 * browsers convert it in the field; Firefox sends what was typed. An address without a valid domain stays as it is.
 */
export function withAsciiDomain(email: string): string {
  const at = email.indexOf('@') + 1
  const domain = email.slice(at)
  // The conversion takes quadratic time, and a text of thousands of letters is no address.
  if (email.length > MAX_EMAIL) return email
  // A path, a port or a blank would be dropped with all that follows it.
  if (/^\p{ASCII}*$/u.test(domain) || !/^(?:[\w.-]|\P{ASCII})+$/u.test(domain)) return email
  // Numbers at its end would be read as an IPv4 address.
  try {
    const { hostname } = new URL(`http://${domain}.end`)
    return email.slice(0, at) + hostname.slice(0, -'.end'.length)
  } catch {
    return email
  }
}

/** An address without invisible characters: copied addresses often have some, such as U+200B or U+202A. */
export function withoutInvisible(email: string): string {
  return email.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** An address as it is stored, however somebody types or copies it. */
export function asStored(email: string): string {
  return withAsciiDomain(withoutInvisible(email).trim()).toLowerCase()
}

/** Whether an address can be stored and answered. */
export function isEmail(text: string): boolean {
  const email = withAsciiDomain(text)
  return email.length <= MAX_EMAIL && EMAIL.test(email)
}
