import { Badge, Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useId, useState } from 'react'
import { IntentLink } from 'sanity/router'
import { counted } from '../../../api/contract/amounts.ts'
import type { ReleaseRecord } from '../../../api/contract/publishing.ts'
import { pageName } from '../../schema/places.ts'
import { perspectiveOf } from '../edit-link.ts'
import { SteadyButton } from '../steady-button.tsx'
import { timeOf } from '../time.ts'
import { VersionChanges } from './version-changes.tsx'
import { VersionPicture } from './version-picture.tsx'

interface Props {
  version: ReleaseRecord
  /** Title of the content release that made it, where one did. */
  campaign: string | undefined
  /** Whether there is none before it to tell it apart from. */
  isFirst: boolean
  isServed: boolean
  /** Whether it is later than the one that is served. */
  isLater: boolean
  /** Where versions may be looked at, once that is known. */
  base: string | undefined
  isSwitching: boolean
  /** Absent for an editor who may not. */
  onSwitch: (() => void) | undefined
}

/** The look of each button. */
const SMALL = { mode: 'ghost', fontSize: 1, padding: 3 } as const

/** A version of the site: when, by whom, what of it changed, how it looks, and the way there. */
export function VersionCard({
  version,
  campaign,
  isFirst,
  isServed,
  isLater,
  base,
  isSwitching,
  onSwitch,
}: Props) {
  const headingId = useId()
  const changesId = useId()
  const [isOpen, setOpen] = useState(false)
  const { id, at, by } = version
  const page = pageToLookAt(version)
  const address = `${id}${page}`
  const time = timeOf(at)
  return (
    <Card
      as="li"
      border
      radius={3}
      padding={3}
      tone={isServed ? 'positive' : 'default'}
      aria-labelledby={headingId}
      aria-current={isServed || undefined}
    >
      <Flex gap={4} direction={['column', 'column', 'row']}>
        <VersionPicture src={base && `${base}/-/picture/${address}`} title={`${pageName(page)}, ${time}`} />
        <Box flex={1} style={{ minWidth: 0 }}>
          <Stack gap={4} paddingY={2}>
            <Flex align="center" gap={3} wrap="wrap">
              <Text as="h2" id={headingId} weight="semibold">
                <time dateTime={at}>{time}</time>
              </Text>
              {isServed && <Badge tone="positive">Visitors see this</Badge>}
              {campaign !== undefined && <Badge>Release “{campaign}”</Badge>}
            </Flex>
            <Changed version={version} />
            <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
              {[by.join(', '), pagesIn(version)].filter(Boolean).join(' · ')}
            </Text>
            <Flex gap={2} wrap="wrap">
              {base && (
                <Button
                  {...SMALL}
                  as="a"
                  href={`${base}/-/release/${address}`}
                  target="_blank"
                  rel="noreferrer"
                  text="Look at it"
                />
              )}
              {!isFirst && (
                <Button
                  {...SMALL}
                  text="What changed"
                  aria-controls={changesId}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                />
              )}
              {!isServed && onSwitch && (
                <SteadyButton
                  {...SMALL}
                  text={isLater ? 'Go forward to this' : 'Go back to this'}
                  isOff={isSwitching}
                  onClick={onSwitch}
                />
              )}
            </Flex>
          </Stack>
        </Box>
      </Flex>
      <div id={changesId}>{isOpen && <VersionChanges id={id} />}</div>
    </Card>
  )
}

const CAUSES: Record<ReleaseRecord['cause'], string> = {
  build: 'The site was rebuilt',
  publish: '',
  sweep: 'Found by the regular check of the content',
}

/** More than these are one line too many. */
const SHOWN = 5

/** Why there is this version, and the documents that it changed. */
function Changed({ version }: { version: ReleaseRecord }) {
  const { cause, documents, titles = {} } = version
  const named = documents.filter((id) => titles[id] !== undefined)
  const rest = documents.length - Math.min(named.length, SHOWN)
  return (
    <Text size={1} style={{ overflowWrap: 'anywhere' }}>
      {CAUSES[cause]}
      {CAUSES[cause] && documents.length > 0 && ': '}
      {named.slice(0, SHOWN).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <IntentLink intent="edit" params={{ id }} searchParams={perspectiveOf()}>
            {titles[id]}
          </IntentLink>
        </span>
      ))}
      {rest > 0 && (named.length > 0 ? ` and ${rest} more` : counted(rest, 'document'))}
    </Text>
  )
}

/** The home page, where it changed or no other did. */
function pageToLookAt({ pages = [], gone = [] }: ReleaseRecord): string {
  const there = pages.filter((path) => !gone.includes(path))
  return there.includes('/') ? '/' : (there[0] ?? '/')
}

function pagesIn({ cause, pages, gone = [] }: ReleaseRecord): string {
  if (pages === undefined || cause === 'build') return ''
  if (pages.length === 0) return 'No page changed'
  const there = pages.filter((path) => !gone.includes(path))
  return [there.length > 0 && `On ${listed(there)}`, gone.length > 0 && `No longer there: ${listed(gone)}`]
    .filter(Boolean)
    .join(' · ')
}

function listed(paths: readonly string[]): string {
  return paths.length > SHOWN ? `${paths.length} pages` : paths.map(pageName).join(', ')
}
