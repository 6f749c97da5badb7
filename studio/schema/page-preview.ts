import type { PreviewConfig } from '@sanity/types'

/** Shows a page under its own name in lists and search, with the title that search engines show. */
export function pagePreview(title: string): PreviewConfig {
  return {
    select: { subtitle: 'seo.title' },
    prepare: ({ subtitle }) => ({ title, ...(typeof subtitle === 'string' ? { subtitle } : {}) }),
  }
}
