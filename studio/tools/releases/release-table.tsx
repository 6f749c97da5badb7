import { Box, Button, Card, Flex, SrOnly, Text, type BoxDisplay } from '@sanity/ui'
import type { ReactNode } from 'react'
import { IntentLink } from 'sanity/router'
import type { ReleaseRecord } from '../../../api/contract/publishing.ts'
import { seconds } from '../receipt/progress.ts'
import { useTitles } from '../use-titles.ts'

interface Props {
  /** Newest first. */
  releases: readonly ReleaseRecord[]
  /** Id of the one that is served. */
  current: string | null
  isSwitching: boolean
  onSwitch: (id: string) => void
}

/** Columns with their shares of the width. */
const COLUMNS = { When: 3, Who: 2, What: 4, Took: 1, 'Pages drawn': 2, Switch: 3 } as const

type Column = keyof typeof COLUMNS

// The width of a phone has room for one cell a line: then each says its column itself.
const WIDE_ROW: BoxDisplay[] = ['block', 'block', 'block', 'flex']
const WIDE_ONLY: BoxDisplay[] = ['none', 'none', 'none', 'block']
const NARROW_ONLY: BoxDisplay[] = ['block', 'block', 'block', 'none']

/** Releases in rows, and a button in each to go there. */
export function ReleaseTable({ releases, current, isSwitching, onSwitch }: Props) {
  const titleOf = useTitles(releases.flatMap(({ documents }) => documents))
  return (
    <Box as="table" display="block">
      <Box as="thead" display={WIDE_ONLY}>
        <Card as="tr" display="flex" borderBottom>
          {(Object.keys(COLUMNS) as Column[]).map((column) => (
            <Box key={column} as="th" scope="col" flex={COLUMNS[column]} padding={2}>
              {column === 'Switch' ? <SrOnly>{column}</SrOnly> : <Label>{column}</Label>}
            </Box>
          ))}
        </Card>
      </Box>
      <Box as="tbody" display="block">
        {releases.map((release) => (
          <Card
            key={release.id}
            as="tr"
            display={WIDE_ROW}
            tone={release.id === current ? 'positive' : 'default'}
            aria-current={release.id === current}
            borderBottom
          >
            <Cell column="When">
              <time dateTime={release.at}>{timeOf(release.at)}</time>
            </Cell>
            <Cell column="Who">{release.by.join(', ')}</Cell>
            <Cell column="What">
              <What release={release} titleOf={titleOf} />
            </Cell>
            <Cell column="Took">{release.tookMs > 0 ? seconds(release.tookMs) : ''}</Cell>
            <Cell column="Pages drawn">{release.drawn}</Cell>
            <Box as="td" flex={COLUMNS.Switch} paddingX={2} paddingY={1}>
              {release.id === current ? (
                <Box paddingY={2}>
                  <Text size={1} weight="semibold">
                    Served now
                  </Text>
                </Box>
              ) : (
                <Button
                  mode="ghost"
                  fontSize={1}
                  padding={2}
                  text={release.id < (current ?? '') ? 'Go back to this' : 'Go forward to this'}
                  disabled={isSwitching}
                  onClick={() => onSwitch(release.id)}
                />
              )}
            </Box>
          </Card>
        ))}
      </Box>
    </Box>
  )
}

function Cell({ column, children }: { column: Column; children: ReactNode }) {
  return (
    <Box as={column === 'When' ? 'th' : 'td'} flex={COLUMNS[column]} paddingX={2} paddingY={[2, 2, 2, 3]}>
      <Flex gap={2}>
        <Box display={NARROW_ONLY}>
          <Label>{column}</Label>
        </Box>
        <Text size={1}>{children}</Text>
      </Flex>
    </Box>
  )
}

function Label({ children }: { children: string }) {
  return (
    <Text muted size={1} align="left">
      {children}
    </Text>
  )
}

const CAUSES: Record<ReleaseRecord['cause'], string> = {
  build: 'A build of the site',
  publish: '',
  sweep: 'Found by the regular look at the content',
}

/** More than these are one line too many. */
const SHOWN = 5

function What({ release, titleOf }: { release: ReleaseRecord; titleOf: (id: string) => string }) {
  const { cause, documents } = release
  const rest = documents.length - SHOWN
  return (
    <>
      {CAUSES[cause]}
      {CAUSES[cause] && documents.length > 0 && ': '}
      {documents.slice(0, SHOWN).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <IntentLink intent="edit" params={{ id }}>
            {titleOf(id)}
          </IntentLink>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A time as the editor's language writes it. @param iso as ISO 8601 */
export function timeOf(iso: string): string {
  return clock.format(new Date(iso))
}
