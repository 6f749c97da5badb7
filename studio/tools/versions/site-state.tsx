import { Card, Flex, Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { UnmadeSite } from '../banner/unmade-site.tsx'
import { perspectiveOf } from '../edit-link.ts'
import { FieldLink } from '../receipt/field-link.tsx'
import { SteadyButton } from '../steady-button.tsx'
import { timeOf } from '../time.ts'
import { useTitles } from '../use-titles.ts'
import { WaitingDocuments } from './waiting-documents.tsx'

interface Forward {
  isSwitching: boolean
  /** Whether the editor may go to another version. */
  maySwitch: boolean
  /** Goes to the newest version; absent before there is one. */
  onForward: (() => void) | undefined
}

/** Why the site is not as it was published, with the way out of each cause. Nothing where all is well. */
export function SiteState(props: PublishesAnswer & Forward) {
  const { pinned, held, waiting, failure, faults, isServed, isSwitching, maySwitch, onForward } = props
  const titleOf = useTitles([...held.map(({ documentId }) => documentId), ...waiting])
  if (!pinned && held.length === 0 && failure === null) return null
  return (
    <Stack as="section" gap={3} aria-label="What waits">
      {pinned && (
        <PinnedSite at={pinned.at} isSwitching={isSwitching} maySwitch={maySwitch} onForward={onForward} />
      )}
      {(faults.length > 0 || (!pinned && failure !== null)) && (
        <Card tone={faults.length > 0 ? 'critical' : 'caution'} border radius={2} padding={4}>
          <Stack gap={3}>
            <UnmadeSite failure={failure} faults={faults} isServed={isServed} />
          </Stack>
        </Card>
      )}
      {waiting.length > 0 && (
        <Card border radius={2} padding={4}>
          <WaitingDocuments ids={waiting} titleOf={titleOf} />
        </Card>
      )}
      {held.length > 0 && <Held held={held} titleOf={titleOf} />}
    </Stack>
  )
}

function PinnedSite({ at, isSwitching, maySwitch, onForward }: Forward & { at: string | null }) {
  return (
    <Card tone="caution" border radius={2} padding={4}>
      <Stack gap={4}>
        <Text size={1} weight="semibold">
          Visitors see the version of {at === null ? 'an earlier time' : timeOf(at)}.
        </Text>
        <Text size={1}>
          What is published meanwhile waits until {maySwitch ? 'you go' : 'an administrator goes'} forward to
          the newest.
        </Text>
        {maySwitch && (
          <Flex>
            <SteadyButton
              tone="caution"
              fontSize={1}
              padding={3}
              text="Go forward to the newest"
              isOff={isSwitching || !onForward}
              onClick={onForward}
            />
          </Flex>
        )}
      </Stack>
    </Card>
  )
}

interface HeldProps extends Pick<PublishesAnswer, 'held'> {
  titleOf: ReturnType<typeof useTitles>
}

function Held({ held, titleOf }: HeldProps) {
  return (
    <Card tone="critical" border radius={2} padding={4}>
      <Stack gap={3}>
        <Text size={1} weight="semibold">
          Held until a field is corrected: the site shows the version before, where there was one
        </Text>
        <Stack as="ul" gap={3}>
          {held.map(({ documentId: id, type, path, message }) => (
            <Text key={id} as="li" size={1}>
              {titleOf(id)}: {message}{' '}
              {path === undefined ? (
                <IntentLink intent="edit" params={{ id, type }} searchParams={perspectiveOf()}>
                  Open it
                </IntentLink>
              ) : (
                <FieldLink id={id} type={type} path={path}>
                  Go to the field
                </FieldLink>
              )}
            </Text>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}
