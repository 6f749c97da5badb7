/*
 * Which links are allowed: asked by the Studio while an editor types, by the gate before a document goes live, and by
 * what renders links. Only what is listed is allowed, so that no scheme has to be known to be refused.
 */

import { withoutEndSlashes } from '../../api/contract/addresses.ts'

/** The forms that a link may have. */
export type LinkForm = 'path' | 'fragment' | 'https' | 'http' | 'mailto' | 'tel' | 'email'

/** White space, control and invisible characters: a browser drops some of them and reads what is left. */
const UNSEEN = /[\s\p{C}]/u
const HERE = 'https://site.invalid'

const FORMS: Record<LinkForm, (text: string) => boolean> = {
  path: (text) => /^\/(?!\/)/u.test(text) && URL.parse(text, HERE)?.origin === HERE,
  fragment: (text) => /^#./u.test(text),
  https: (text) => isAddress(text, 'https:'),
  http: (text) => isAddress(text, 'http:'),
  mailto: (text) => /^mailto:[^@?#/]+@[^@?#/]+(?:\?[^#]*)?$/iu.test(text),
  tel: (text) => /^tel:\+?\d[\d().-]*$/iu.test(text),
  // The address that a mailto: link is made of.
  email: (text) => /^[^@?#/:]+@[^@?#/:]+$/u.test(text),
}

const WORDS: Record<LinkForm, string> = {
  path: 'a path of this site, such as /contact',
  fragment: 'a place on the page, such as #faq',
  https: 'an address that starts with https://',
  http: 'one with http://',
  mailto: 'an email as mailto:name@example.com',
  tel: 'a number as tel:+15550100',
  email: 'an email such as name@example.com',
}

/** The forms of a link that are complete as they stand. */
export const LINK_FORMS: readonly LinkForm[] = ['path', 'fragment', 'https', 'http', 'mailto', 'tel']

/** The fields of content that become links, with the forms that each may have: by name, or by owner and name. */
const FIELDS: ReadonlyMap<string, readonly LinkForm[]> = new Map<string, readonly LinkForm[]>([
  ['href', LINK_FORMS],
  // In the groups of the footer.
  ['links.href', ['path']],
  // In the settings; elsewhere it is a label.
  ['links.linkedin', ['https']],
  ['links.salesEmail', ['email']],
  ['links.privacyEmail', ['email']],
  // Of a figure.
  ['sourceHref', ['https']],
])

/** Why a text is no link of one of these forms; undefined where it is one. */
export function linkFault(text: string, forms: readonly LinkForm[] = LINK_FORMS): string | undefined {
  if (UNSEEN.test(text))
    return 'A link holds no spaces, line breaks or invisible characters. Take them out, or write a space as %20.'
  if (/[\\{}]/u.test(text)) return 'A link holds no backslashes and no braces. Write the address in full.'
  if (forms.some((form) => FORMS[form](text))) return undefined
  const words = forms.map((form) => WORDS[form])
  const list = [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
  return `“${text.slice(0, 80)}” is no link for this site. Write ${list}.`
}

/**
 * Why a path of this site leads nowhere; undefined where it does lead somewhere, is a file's, or is no path at all.
 * `known` are the paths that lead somewhere.
 */
export function pageFault(text: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(text) || !FORMS.path(text)) return undefined
  const [path = ''] = text.split(/[?#]/u, 1)
  if (path.includes('.') || known.has(path)) return undefined
  const bare = withoutEndSlashes(path).toLowerCase()
  return known.has(bare)
    ? `${path} is no page of this site, and ${bare} is. Write it like that.`
    : `${path} is no page of this site. Choose one, such as /contact.`
}

/**
 * The forms that a link may have in the field `name`, right below the field or list `owner`; undefined where the field
 * is no link.
 */
export function linkForms(owner: string, name: string): readonly LinkForm[] | undefined {
  return FIELDS.get(`${owner}.${name}`) ?? FIELDS.get(name)
}

/** An address with a host, and without a user name, which could make one host look like another. */
function isAddress(text: string, protocol: string): boolean {
  if (
    !text
      .slice(0, protocol.length + 2)
      .toLowerCase()
      .startsWith(`${protocol}//`)
  )
    return false
  if (/^[/?#]/u.test(text.slice(protocol.length + 2))) return false
  const url = URL.parse(text)
  return url?.protocol === protocol && url.username === '' && url.password === ''
}
