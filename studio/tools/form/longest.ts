import type { Rule, SchemaType } from 'sanity'

/** The longest text that a field takes, in characters, as its own rule says; none where it has no such rule. */
export function longestOf({ jsonType, validation }: SchemaType): number | undefined {
  if (jsonType !== 'string') return undefined
  // Not the functions of the schema's files: Sanity keeps what they gave.
  const rules = ([validation].flat() as (Rule | undefined)[]).filter((rule) => rule !== undefined)
  const bounds = rules.flatMap(({ _rules }) => _rules.filter(({ flag }) => flag === 'max'))
  const [bound] = bounds as { constraint?: unknown }[]
  return typeof bound?.constraint === 'number' ? bound.constraint : undefined
}
