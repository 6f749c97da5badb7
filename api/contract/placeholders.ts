/** Addresses that are kept for examples (RFC 2606): what is sent there, nobody reads. */
const EXAMPLE = /@(?:[\w-]+\.)*example\.(?:com|org|net)\b/i

/** What to do about a value that the launch copy only stands in with; nothing for anything else. */
export function placeholderFault(value: string): string | undefined {
  if (/^\[.*\]$/.test(value)) return 'A placeholder: visitors see it as it stands. Write the real words here.'
  if (/^\S+$/.test(value) && EXAMPLE.test(value))
    return 'A placeholder: nobody reads this address. Enter one that is read.'
  if (/^https:\/\/(?:www\.)?linkedin\.com\/?$/i.test(value))
    return 'A placeholder: it leads to LinkedIn itself. Enter the address of your own page.'
  return undefined
}

/** A value for machines, which believe what they read: nothing where it is a placeholder. */
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
  sentence: string
}

/** All placeholders among the fields of a document. */
export function placeholdersIn(fields: object, path = ''): Placeholder[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return placeholdersIn(value, here)
    const sentence = typeof value === 'string' ? placeholderFault(value) : undefined
    return sentence === undefined ? [] : [{ path: here, sentence }]
  })
}
