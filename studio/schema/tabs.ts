import type { FieldDefinition, FieldGroupDefinition } from '@sanity/types'

/** A tab of a long form, with the fields that stand under it. */
export interface Tab {
  name: string
  title: string
  fields: FieldDefinition[]
}

/** The tabs of a document and all their fields, in order, as its type declares them. */
export function tabbed(tabs: readonly Tab[]): { groups: FieldGroupDefinition[]; fields: FieldDefinition[] } {
  return {
    groups: tabs.map(({ name, title }, index) => ({ name, title, default: index === 0 })),
    fields: tabs.flatMap(({ name, fields }) => fields.map((field) => ({ ...field, group: name }))),
  }
}
