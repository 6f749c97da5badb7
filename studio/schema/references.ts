/** Names in braces that stand for a setting or a count, wherever copy is written. */
const SHARED_REFERENCES = [
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
export function checkReferences(value: unknown, local: readonly string[] = []): true | string {
  if (typeof value !== 'string') return true
  const known = new Set<string>([...SHARED_REFERENCES, ...local])
  const unknown = [...value.matchAll(/\{(\w*)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !known.has(name))
  if (unknown.length === 0) return true
  return `{${unknown[0]}} stands for nothing here. Known names: ${[...known].map((name) => `{${name}}`).join(', ')}.`
}
