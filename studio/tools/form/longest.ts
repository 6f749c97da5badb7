import { ConcreteRuleClass, type Rule, type SchemaType } from 'sanity'

/** The longest text that a field takes, in characters, as its own rule says; none where it has no such rule. */
export function longestOf({ jsonType, validation }: SchemaType): number | undefined {
  if (jsonType !== 'string') return undefined
  // Sanity stores the rules that a schema's functions return, except those of functions that take a context.
  const given = typeof validation === 'function' ? validation(ConcreteRuleClass.string()) : validation
  const rules = ([given].flat() as (Rule | undefined)[]).filter((rule) => rule !== undefined)
  const bounds = rules.flatMap(({ _rules }) => _rules.filter(({ flag }) => flag === 'max'))
  const [bound] = bounds as { constraint?: unknown }[]
  return typeof bound?.constraint === 'number' ? bound.constraint : undefined
}
