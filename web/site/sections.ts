/** Sections of the home page in their order, which gives the clause numbers. */
export const SECTIONS = [
  'hero',
  'why-now',
  'how-it-works',
  'cal',
  'demo',
  'features',
  'roi',
  'integrations',
  'security',
  'faq',
  'closing',
] as const

export type SectionId = (typeof SECTIONS)[number]

/** Clause number of a section, counted from 1. */
export function sectionNumber(section: SectionId): number {
  return SECTIONS.indexOf(section) + 1
}
