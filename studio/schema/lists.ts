/** Documents that the home page shows, in the order of the array at `path` in it. */
export const LISTS = [
  { type: 'faqGroup', title: 'FAQ groups', path: 'faq.groups' },
  { type: 'example', title: 'Examples', path: 'howItWorks.examples' },
  { type: 'integration', title: 'Integrations', path: 'integrations.items' },
  { type: 'pillar', title: 'Pillars', path: 'features.pillars' },
  { type: 'step', title: 'Steps', path: 'features.steps' },
] as const
