import { isKeySegment, type FieldDefinition, type ValidationContext } from '@sanity/types'

interface Type {
  validation?: (rule: never, context?: ValidationContext) => unknown
  fields?: readonly Type[]
  of?: readonly Type[]
  /** Of a block: its links. */
  marks?: { annotations?: readonly Type[] }
}

/**
 * The fields of a part, with rules that rest while it is hidden: nobody sees it, so what is unfinished there must not
 * hold back the page. References keep Sanity's own rule, as the content lake refuses one to an unpublished document
 * wherever it stands.
 */
export function whileShown(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.map((field) => resting(field as Type) as FieldDefinition)
}

function resting(type: Type): Type {
  const { validation, fields, of, marks } = type
  return {
    ...type,
    // With a second parameter, Sanity passes the context and calls this again for each value.
    ...(validation && {
      validation: (rule, context) => (isHidden(context) ? [] : validation(rule, context)),
    }),
    ...(fields && { fields: fields.map(resting) }),
    ...(of && { of: of.map(resting) }),
    ...(marks?.annotations && { marks: { ...marks, annotations: marks.annotations.map(resting) } }),
  }
}

/** Whether a value is in a hidden part. Without a context, Sanity reads the rules and checks no value. */
function isHidden(context: ValidationContext | undefined): boolean {
  const at = context?.path?.[1]
  if (at === undefined || !isKeySegment(at)) return false
  const parts = (context?.document?.['blocks'] ?? []) as { _key?: string; hidden?: boolean }[]
  return parts.some(({ _key, hidden }) => _key === at._key && hidden === true)
}
