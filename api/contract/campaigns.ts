import { z } from 'zod'
import { MAX_WINDOWS } from './limits.ts'
import { hasControls, isBroken } from './readable.ts'
import type { SubmissionCounts } from './submissions.ts'

const TIME = 'from and until must be times as 2030-01-31T09:00:00Z.'
const time = z.iso.datetime(TIME).transform((text) => Date.parse(text))

/** Later than any submission, in ms since 1970. It stands for no end, so that only the server's clock counts. */
const NEVER = Number.MAX_SAFE_INTEGER

/**
 * A page and how long a campaign's change of it was its newest, in ms since 1970; `until` is not within it, and is left
 * out where it still is.
 */
const pageWindow = z
  .object({
    page: z
      .string('page must be a path.')
      .min(1, 'page must not be empty.')
      .max(200, 'page must be 200 characters at most.')
      .refine(
        (text) => !isBroken(text) && !hasControls(text, 'text'),
        'page must have no control characters.',
      ),
    from: time,
    until: time.default(NEVER),
  })
  .refine(({ from, until }) => from < until, 'from must be before until.')
export type PageWindow = z.output<typeof pageWindow>

export const campaignRequest = z.object({
  windows: z
    .array(pageWindow, 'windows must be a list.')
    .min(1, 'windows must name a page.')
    .max(MAX_WINDOWS, `windows must name ${MAX_WINDOWS} pages at most.`),
})

/** What came in from a campaign's pages while they were as it made them. */
export type CampaignCounts = Pick<SubmissionCounts, 'sources' | 'pages'>
