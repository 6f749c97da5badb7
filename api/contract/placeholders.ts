/** Addresses that are reserved for examples (RFC 2606): nobody reads mail to them. */
const EXAMPLE = /@(?:[\w-]+\.)*example\.(?:com|org|net)\b/i

/** The brand in the launch copy, by its path in the settings: words that could be real ones elsewhere. */
const LAUNCH_BRAND: Readonly<Record<string, string>> = {
  'brand.word': 'CAL',
  'brand.descriptor': 'Execution Governance Engine',
}

/**
 * What to do about a value that only stands in until launch; undefined for anything else.
 * @param path the field, as the Studio spells it: some words are a placeholder in one place alone
 */
export function placeholderFault(value: string, path = ''): string | undefined {
  if (value === LAUNCH_BRAND[path]) return 'A placeholder: the brand of the launch copy. Write your own here.'
  if (/^\[.*\]$/.test(value)) return 'A placeholder: visitors see it as it stands. Write the real words here.'
  if (/^\S+$/.test(value) && EXAMPLE.test(value))
    return 'A placeholder: nobody reads this address. Enter one that is read.'
  if (/^https:\/\/(?:www\.)?linkedin\.com\/?$/i.test(value))
    return 'A placeholder: it leads to LinkedIn itself. Enter the address of your own page.'
  return undefined
}

/** A value for machines, which can't tell a placeholder: undefined if it is one. */
export function unlessPlaceholder(value: string): string | undefined {
  return placeholderFault(value) === undefined ? value : undefined
}

/** Whether a text sends its readers to an address that nobody reads. */
export function namesExample(text: string): boolean {
  return EXAMPLE.test(text)
}

export interface Placeholder {
  /** The field, as the Studio spells its path. */
  path: string
  message: string
}

/** All placeholders among the fields of a document. */
export function placeholdersIn(fields: object, path = ''): Placeholder[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return placeholdersIn(value, here)
    const message = typeof value === 'string' ? placeholderFault(value, here) : undefined
    return message === undefined ? [] : [{ path: here, message }]
  })
}
