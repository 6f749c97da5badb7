import { isKeySegment, type FieldDefinition, type ValidationContext } from '@sanity/types'

interface Type {
  validation?: (rule: never, context?: ValidationContext) => unknown
  fields?: readonly Type[]
  of?: readonly Type[]
  /** Of a paragraph: its links. */
  marks?: { annotations?: readonly Type[] }
}

/**
 * The fields of a part with rules that rest while it is hidden: nobody sees it, so nothing that is still to be written
 * there keeps its page from going live. A reference is held to what Sanity asks of each: the content lake refuses one
 * to a document that is not published, wherever it is.
 */
export function whileShown(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.map((field) => resting(field as Type) as FieldDefinition)
}

function resting(type: Type): Type {
  const { validation, fields, of, marks } = type
  return {
    ...type,
    // Sanity gives the context to what takes it as a second argument, and then asks anew for each value.
    ...(validation && {
      validation: (rule, context) => (isHidden(context) ? [] : validation(rule, context)),
    }),
    ...(fields && { fields: fields.map(resting) }),
    ...(of && { of: of.map(resting) }),
    ...(marks?.annotations && { marks: { ...marks, annotations: marks.annotations.map(resting) } }),
  }
}

/** Whether a value is in a part that its page hides. Without a context rules are read, and no value is checked. */
function isHidden(context: ValidationContext | undefined): boolean {
  const at = context?.path?.[1]
  if (at === undefined || !isKeySegment(at)) return false
  const parts = (context?.document?.['blocks'] ?? []) as { _key?: string; hidden?: boolean }[]
  return parts.some(({ _key, hidden }) => _key === at._key && hidden === true)
}
