import { useCallback, useState } from 'react'
import { isCardinalityOneRelease, useArchivedReleases } from 'sanity'
import type { CampaignCounts } from '../../../api/contract/campaigns.ts'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { ReleaseHistory } from '../../../api/contract/publishing.ts'
import { useEditorApi, type EditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'
import { versionOf } from '../versions/version-of.ts'
import { countCampaign, type Window } from './campaign-counts.ts'

/** A content release that went live, and what came from the pages that it changed while they were as it made them. */
export interface Campaign {
  release: string
  title: string
  /** When visitors saw it first, as ISO 8601. */
  at: string
  /** Or why they are not known. */
  counts: CampaignCounts | string
}

interface Campaigns {
  /** Those that went live last, newest first; undefined until they are known. */
  campaigns?: readonly Campaign[]
  /** Why they are not up to date. */
  message?: string | undefined
}

/** Those whose figures anybody still reads. */
const SHOWN = 10
/** Less often than the charts: each campaign is a question of its own. */
const EVERY_MS = 30_000

/** The campaigns that went live last, kept up to date. */
export function useCampaigns(): Campaigns {
  const api = useEditorApi()
  const { data: releases, loading } = useArchivedReleases()
  const [answer, setAnswer] = useState<Campaigns>({})

  const poll = useCallback(
    async (signal: AbortSignal) => {
      const published = releases.filter((one) => one.state === 'published' && !isCardinalityOneRelease(one))
      try {
        const campaigns = await ask(api, published, signal)
        if (!signal.aborted) setAnswer({ campaigns })
      } catch (error) {
        if (!signal.aborted) setAnswer((last) => ({ ...last, message: messageOf(error) }))
      }
    },
    [api, releases],
  )
  usePolling(loading ? undefined : poll, EVERY_MS)

  return answer
}

type Version = ReleaseHistory['releases'][number]
type Releases = ReturnType<typeof useArchivedReleases>['data']

async function ask(api: EditorApi, releases: Releases, signal: AbortSignal): Promise<Campaign[]> {
  if (releases.length === 0) return []
  const { releases: versions } = await api<ReleaseHistory>('/releases/history', { signal })
  const live = releases
    .flatMap((release) => {
      const version = versionOf(release, versions)
      return version?.pages?.length ? { release, version } : []
    })
    .toSorted((one, other) => other.version.at.localeCompare(one.version.at))
  const campaigns: Campaign[] = []
  // One after another: more that wait at once than the server reads are refused.
  for (const { release, version } of live.slice(0, SHOWN))
    campaigns.push({
      release: release._id,
      title: release.metadata.title?.trim() || 'Untitled',
      at: version.at,
      // One that is not answered leaves the others their figures.
      counts: await countCampaign(api, windowsOf(version, versions), signal).catch(messageOf),
    })
  return campaigns
}

/** A page is a campaign's until a later version changes it. */
function windowsOf({ at, pages = [] }: Version, versions: readonly Version[]): Window[] {
  const later = versions.filter((version) => version.at > at).toReversed()
  return pages.map((page) => {
    const end = later.find((version) => version.pages?.includes(page))
    return { page, from: at, ...(end && { until: end.at }) }
  })
}
