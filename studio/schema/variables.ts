/** Variables that any copy may use: each stands for a setting or a count. */
const SHARED_VARIABLES = [
  'brand',
  'descriptor',
  'year',
  'salesEmail',
  'privacyEmail',
  'linkedin',
  'headline',
  'headlineSeal',
  'governingLaw',
  'legalEntity',
  'sections',
  'answers',
  'examples',
  'Examples',
  'integrations',
  'models',
  'tools',
  'fragments',
] as const

/**
 * Refuses names in braces that nothing fills in, since they would reach visitors as typed.
 * Returns true or a sentence for the editor.
 */
export function checkVariables(value: unknown, local: readonly string[] = []): true | string {
  if (typeof value !== 'string') return true
  // The string's own variables come first: they are the likeliest to be meant.
  const known = [...local, ...SHARED_VARIABLES]
  const unknown = [...value.matchAll(/\{([^{}]*)\}/g)]
    .map((match) => match[1] ?? '')
    .find((name) => !known.includes(name))
  if (unknown === undefined) return true
  const meant = known.find((name) => isSpelledLike(name, unknown))
  return meant === undefined
    ? `{${unknown}} stands for nothing here. Known names: ${known.map((name) => `{${name}}`).join(', ')}.`
    : `{${unknown}} stands for nothing here. Did you mean {${meant}}?`
}

/** Whether one is the other in another case, with spaces, or with one or two letters wrong, missing or too many. */
function isSpelledLike(name: string, typed: string): boolean {
  const [one, other] = [name, typed].map((text) => text.replaceAll(/\s/g, '').toLowerCase()) as [
    string,
    string,
  ]
  return one === other || (one.length > 3 && editsBetween(one, other) <= 2)
}

/** How many letters must be put in, taken out or replaced to make one word of the other (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
