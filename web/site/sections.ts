import { SECTIONS, type SectionId } from '../../api/contract/sections.ts'

export { SECTIONS, type SectionId }

/** Number of a section, counted from 1. */
export function sectionNumber(section: SectionId): number {
  return SECTIONS.indexOf(section) + 1
}

/** A value for every section: `tsc` names a missing one. */
export type ForEverySection<T> = { [Id in SectionId]: T }
