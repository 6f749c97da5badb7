import { RestoreIcon } from '@sanity/icons/Restore'
import { Box, Button, Container, Heading, Stack, Text } from '@sanity/ui'
import { useState, useCallback } from 'react'
import { useArchivedReleases, type Tool } from 'sanity'
import type { OpenedPreview } from '../../../api/contract/previews.ts'
import type { ReleaseRecord } from '../../../api/contract/publishing.ts'
import { useIsAdministrator } from '../administrator.ts'
import { Alert } from '../alert.tsx'
import { usePublishes } from '../banner/use-publishes.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { useFocusKept } from '../use-focus-kept.ts'
import { usePolling } from '../use-polling.ts'
import { SiteState } from './site-state.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { useVersions } from './use-versions.ts'
import { VersionCard } from './version-card.tsx'
import { versionOf } from './version-of.ts'

/** The last versions of the site, a look at each, and the way back to one of them. */
export const versionsTool: Tool = {
  name: 'versions',
  title: 'Site versions',
  icon: RestoreIcon,
  component: Versions,
}

/** Each has a picture, which the server makes of a page: more are shown on demand. */
const SHOWN = 10

function Versions() {
  const { list, message, isSwitching, switchTo } = useVersions()
  const publishes = usePublishes()
  const base = usePreviewBase()
  const maySwitch = useIsAdministrator()
  const [shown, setShown] = useState(SHOWN)
  const [asked, setAsked] = useState<ReleaseRecord>()
  const { target, within } = useFocusKept<HTMLHeadingElement>()
  const { releases: versions = [], current = null, pinned = null } = list ?? {}
  const [newest] = versions
  const campaigns = useCampaignTitles(versions)
  function answer(version: ReleaseRecord): void {
    setAsked(undefined)
    switchTo(version.id)
  }
  return (
    <Box as="main" height="fill" overflow="auto">
      <Container width={2} paddingX={[3, 4]} paddingY={[4, 5]}>
        <Stack gap={5} {...within}>
          <Heading as="h1" ref={target} tabIndex={-1}>
            Site versions
          </Heading>
          <Text muted size={1}>
            Each is the whole site as visitors had it. Look at one, see what changed in it
            {maySwitch ? ', or go back to it.' : '. Going back to one needs an administrator.'}
          </Text>
          {message && <Alert message={message} />}
          {publishes && (
            <SiteState
              {...publishes}
              pinned={pinned === null ? null : (versions.find(({ id }) => id === pinned) ?? { at: null })}
              isSwitching={isSwitching}
              maySwitch={maySwitch}
              onForward={newest && (() => switchTo(newest.id))}
            />
          )}
          <Stack as="ol" gap={4}>
            {versions.slice(0, shown).map((version, index) => (
              <VersionCard
                key={version.id}
                version={version}
                campaign={campaigns.get(version.id)}
                isFirst={index === versions.length - 1}
                isServed={version.id === current}
                isLater={current !== null && version.id > current}
                base={base}
                isSwitching={isSwitching}
                onSwitch={
                  maySwitch
                    ? () => (version.id === newest?.id ? switchTo(version.id) : setAsked(version))
                    : undefined
                }
              />
            ))}
          </Stack>
          {versions.length > shown && (
            <Button mode="ghost" text="Show earlier versions" onClick={() => setShown(shown + SHOWN)} />
          )}
        </Stack>
      </Container>
      {asked && (
        <SwitchDialog version={asked} onAnswer={() => answer(asked)} onClose={() => setAsked(undefined)} />
      )}
    </Box>
  )
}

/** Titles of the content releases that made versions, by the version's id. */
function useCampaignTitles(versions: readonly ReleaseRecord[]): ReadonlyMap<string, string> {
  const { data: releases } = useArchivedReleases()
  return new Map(
    releases.flatMap((release) => {
      const version = release.state === 'published' ? versionOf(release, versions) : undefined
      const title = release.metadata.title?.trim()
      return version && title ? [[version.id, title]] : []
    }),
  )
}

/** An address holds for an hour. */
const PREVIEW_BASE_EVERY_MS = 45 * 60_000
const PREVIEW_BASE_AGAIN_MS = 10_000

/** Where this editor may look at versions; nothing before the server has said so. */
function usePreviewBase(): string | undefined {
  const api = useEditorApi()
  const [base, setBase] = useState<string>()

  const poll = useCallback(
    async (signal: AbortSignal) => {
      // Without it there are no pictures, and the list works all the same.
      for (let answer: OpenedPreview | undefined; !answer && !signal.aborted;) {
        answer = await api<OpenedPreview>('/preview/open', { method: 'POST', signal }).catch(() => undefined)
        if (answer && !signal.aborted) setBase(answer.base)
        else await new Promise((resolve) => setTimeout(resolve, PREVIEW_BASE_AGAIN_MS))
      }
    },
    [api],
  )
  usePolling(poll, PREVIEW_BASE_EVERY_MS)

  return base
}
