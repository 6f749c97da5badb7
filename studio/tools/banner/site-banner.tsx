import { Box, Card, Flex, Stack, Text } from '@sanity/ui'
import type { ActiveToolLayoutProps } from 'sanity'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { isDevelopment } from '../development.ts'
import { useRefusedEdits } from '../form/use-refused-edits.ts'
import { usePreviewVariables } from '../previews/variables.ts'
import { FieldElsewhere, FieldLink } from '../receipt/field-link.tsx'
import { timeOf } from '../time.ts'
import { ToolLink } from '../tool-link.tsx'
import { useDialogFocus } from '../use-dialog-focus.ts'
import { useTitles } from '../use-titles.ts'
import { versionsTool } from '../versions/versions-tool.tsx'
import { HeldReleases } from './held-releases.tsx'
import { RebuiltNotice } from './rebuilt-notice.tsx'
import { ReleaseConflicts } from './release-conflicts.tsx'
import { SessionNotice } from './session-notice.tsx'
import { MAX_SHOWN } from './short-list.tsx'
import { UnapprovedReleases } from './unapproved-releases.tsx'
import { UnmadeSite } from './unmade-site.tsx'
import { useOpenReleases } from './use-open-releases.ts'
import { usePublishes } from './use-publishes.ts'

/** Every tool of the Studio, below a banner that says why the site is not as it was published. */
export function LayoutWithBanner(props: ActiveToolLayoutProps) {
  const publishes = usePublishes()
  // Site versions says the same, beside the button that goes forward.
  const isSaid = props.activeTool.name === versionsTool.name
  const isReady = usePreviewVariables()
  const open = useOpenReleases()
  useDialogFocus()
  useRefusedEdits()
  return (
    <Flex direction="column" height="fill">
      {isDevelopment && <RebuiltNotice />}
      <SessionNotice />
      <output aria-label="State of the site">{publishes && !isSaid && <SiteBanner {...publishes} />}</output>
      <output aria-label="State of releases">
        <HeldReleases />
        <ReleaseConflicts {...open} />
        <UnapprovedReleases {...open} />
      </output>
      <Box flex={1} style={{ minHeight: 0 }}>
        {isReady && props.renderDefault(props)}
      </Box>
    </Flex>
  )
}

function SiteBanner({ pinned, held, failure, faults, isServed }: PublishesAnswer) {
  if (!pinned && held.length === 0 && failure === null) return null
  const named = new Set(faults.map(({ documentId }) => documentId))
  const others = held.filter(({ documentId }) => !named.has(documentId))
  const isEditors = held.length > 0 || faults.length > 0
  return (
    <Card tone={isEditors ? 'critical' : 'caution'} borderBottom paddingX={4} paddingY={3}>
      <Stack gap={3}>
        {pinned && (
          <Text size={1}>
            Visitors see the version of {pinned.at === null ? 'an earlier time' : timeOf(pinned.at)}. What is
            published meanwhile waits. <ToolLink tool={versionsTool.name}>Open Site versions</ToolLink>
          </Text>
        )}
        <UnmadeSite failure={pinned ? null : failure} faults={faults} isServed={isServed} />
        {others.length > 0 && <HeldDocuments held={others} />}
      </Stack>
    </Card>
  )
}

function HeldDocuments({ held }: Pick<PublishesAnswer, 'held'>) {
  const shown = held.filter(({ isShown }) => isShown)
  const absent = held.filter(({ isShown }) => !isShown)
  return (
    <>
      {shown.length > 0 && (
        <Text size={1}>
          The site still shows the previous version of <HeldTitles held={shown} />: a field must be corrected
          first.
        </Text>
      )}
      {absent.length > 0 && (
        <Text size={1}>
          Not on the site until a field is corrected: <HeldTitles held={absent} />.
        </Text>
      )}
    </>
  )
}

function HeldTitles({ held }: Pick<PublishesAnswer, 'held'>) {
  const titleOf = useTitles(
    held.flatMap(({ documentId, elsewhere }) => [documentId, ...(elsewhere ? [elsewhere.documentId] : [])]),
  )
  const rest = held.length - MAX_SHOWN
  return (
    <>
      {held.slice(0, MAX_SHOWN).map(({ documentId: id, type, title, path, elsewhere }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <FieldLink id={id} type={type} path={path}>
            {titleOf(id, title)}
          </FieldLink>
          {elsewhere && (
            <>
              {' '}
              (a field of <FieldElsewhere {...elsewhere}>{titleOf(elsewhere.documentId)}</FieldElsewhere>)
            </>
          )}
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}
