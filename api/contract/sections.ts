/** Sections of the home page in their order, which gives the section numbers; each is its anchor, too. */
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
