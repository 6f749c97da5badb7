/** What editors see of the drafts, and how the bar over it says so. */
export const DRAFTS = { perspective: 'drafts' } as const
export const bar = {
  kind: 'editor',
  shows: 'Drafts',
  perspective: 'drafts',
  expires: '2030-01-01T00:00:00Z',
  base: '/preview/T',
} as const
