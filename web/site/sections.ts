import { SECTIONS, type SectionId } from '../../api/contract/sections.ts'

export { SECTIONS, type SectionId }

/** Clause number of a section, counted from 1. */
export function sectionNumber(section: SectionId): number {
  return SECTIONS.indexOf(section) + 1
}
