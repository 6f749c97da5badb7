import type { CampaignCounts } from '../../../api/contract/campaigns.ts'
import { MAX_WINDOWS } from '../../../api/contract/limits.ts'
import type { EditorApi } from '../use-editor-api.ts'

/** A page and how long a campaign's change of it was its newest, as ISO 8601; without `until` where it still is. */
export interface Window {
  page: string
  from: string
  until?: string
}

/**
 * Counts what came in from pages, each within its time, however many there are.
 * @param windows at most one of a page
 * @throws what `api` throws
 */
export async function countCampaign(
  api: EditorApi,
  windows: readonly Window[],
  signal?: AbortSignal,
): Promise<CampaignCounts> {
  const counts: CampaignCounts[] = []
  // One after another: more that wait at once than the server reads are refused.
  for (let from = 0; from < windows.length; from += MAX_WINDOWS) {
    const body = { windows: windows.slice(from, from + MAX_WINDOWS) }
    const options = { method: 'POST', body, ...(signal && { signal }) }
    counts.push(await api<CampaignCounts>('/submissions/campaign', options))
  }
  return {
    sources: joined(counts.flatMap(({ sources }) => sources)),
    pages: joined(counts.flatMap(({ pages }) => pages)),
  }
}

type Row = CampaignCounts['pages'][number]

/** One row for each value, the one with most sign-ups first, as the server has them. */
function joined(rows: readonly Row[]): Row[] {
  const byValue = Map.groupBy(rows, ({ value }) => value)
  return [...byValue]
    .map(([value, same]) => ({ value, entries: sum(same, 'entries'), messages: sum(same, 'messages') }))
    .toSorted((one, other) => other.entries - one.entries)
}

function sum(rows: readonly Row[], name: 'entries' | 'messages'): number {
  return rows.reduce((all, row) => all + row[name], 0)
}
