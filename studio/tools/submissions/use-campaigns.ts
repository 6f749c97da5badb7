import { useEffect, useState } from 'react'
import { isCardinalityOneRelease, useArchivedReleases } from 'sanity'
import type { CampaignCounts } from '../../../api/contract/campaigns.ts'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { ReleaseHistory } from '../../../api/contract/publishing.ts'
import { useEditorApi, type EditorApi } from '../use-editor-api.ts'
import { versionOf } from '../versions/version-of.ts'

/** A content release that went live, and what came from the pages that it changed while they were as it made them. */
export interface Campaign {
  release: string
  title: string
  /** When visitors saw it first, as ISO 8601. */
  at: string
  counts: CampaignCounts
}

/** Those whose figures anybody still reads. */
const SHOWN = 10
/** As the server takes them at a time. */
const MAX_PAGES = 100

/** The campaigns that went live last, newest first; undefined until they are known. */
export function useCampaigns(): { campaigns?: readonly Campaign[]; message?: string } {
  const api = useEditorApi()
  const { data: releases, loading } = useArchivedReleases()
  const [answer, setAnswer] = useState<{ campaigns?: readonly Campaign[]; message?: string }>({})

  useEffect(() => {
    if (loading) return undefined
    const controller = new AbortController()
    const published = releases.filter((one) => one.state === 'published' && !isCardinalityOneRelease(one))
    const show = async () => {
      try {
        const campaigns = await ask(api, published, controller.signal)
        setAnswer({ campaigns })
      } catch (error) {
        if (!controller.signal.aborted) setAnswer({ message: messageOf(error) })
      }
    }
    void show()
    return () => controller.abort()
  }, [api, releases, loading])

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
  return Promise.all(
    live.slice(0, SHOWN).map(async ({ release, version }) => ({
      release: release._id,
      title: release.metadata.title?.trim() || 'Untitled',
      at: version.at,
      counts: await api<CampaignCounts>('/submissions/campaign', {
        method: 'POST',
        body: { windows: windowsOf(version, versions) },
        signal,
      }),
    })),
  )
}

/** A page is a campaign's until a later version changes it. */
function windowsOf({ at, pages = [] }: Version, versions: readonly Version[]) {
  const later = versions.filter((version) => version.at > at).toReversed()
  const now = new Date().toISOString()
  return pages.slice(0, MAX_PAGES).map((page) => ({
    page,
    from: at,
    until: later.find((version) => version.pages?.includes(page))?.at ?? now,
  }))
}
