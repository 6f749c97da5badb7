import { Flex, Grid, Label, Select, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { counted } from '../../../api/contract/amounts.ts'
import { COMPANY_SIZES, SOURCES } from '../../../api/contract/limits.ts'
import type { SubmissionCounts } from '../../../api/contract/submissions.ts'
import { Alert } from '../alert.tsx'
import { Empty } from '../start/empty.tsx'
import { usePolled } from '../use-answer.ts'
import { BarTable } from './bar-table.tsx'
import { Campaigns } from './campaigns.tsx'
import { DayChart } from './day-chart.tsx'
import type { SubmissionFilter } from './use-submissions.ts'
import { SOURCE_NAMES } from './words.ts'

const SPANS = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
  [365, 'Last 365 days'],
] as const
const EVERY_MS = 10_000

/** What came of it: sign-ups and messages by day, company size, source and page. */
export function Figures({ onOpen }: { onOpen: (narrowed: Partial<SubmissionFilter>) => void }) {
  const [days, setDays] = useState(30)
  const { answer: counts, message } = usePolled<SubmissionCounts>(`/submissions/counts?days=${days}`, {
    everyMs: EVERY_MS,
  })

  return (
    <Stack gap={5}>
      <Flex>
        <Stack as="label" gap={2}>
          <Label size={1}>Time</Label>
          <Select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
            {SPANS.map(([span, name]) => (
              <option key={span} value={span}>
                {name}
              </option>
            ))}
          </Select>
        </Stack>
      </Flex>
      {message && <Alert message={message} />}
      {!counts && !message && <Empty>Loading…</Empty>}
      {counts && <Charts counts={counts} onOpen={onOpen} />}
      <Campaigns />
      <Text muted size={1}>
        Days are of UTC. A campaign counts what came from the pages that it changed, until a later version of
        the site changed them again. What looks as if a program had sent it is left out, and an address that
        signs up twice is counted once. No visitor is followed: a form tells which page it was sent from.
      </Text>
    </Stack>
  )
}

interface ChartsProps {
  counts: SubmissionCounts
  onOpen: (narrowed: Partial<SubmissionFilter>) => void
}

function Charts({ counts, onOpen }: ChartsProps) {
  const { days, companySizes, sources, pages } = counts
  const sum = (name: 'entries' | 'demos' | 'messages') => days.reduce((all, day) => all + day[name], 0)
  const [entries, demos, messages] = [sum('entries'), sum('demos'), sum('messages')]
  return (
    <Stack gap={5}>
      <Text size={2}>
        {counted(entries, 'sign-up')}, {demos} of them for a demo, and {counted(messages, 'message')}.
      </Text>
      <DayChart days={days} />
      <Grid gridTemplateColumns={[1, 1, 2]} gap={5} style={{ alignItems: 'start' }}>
        <BarTable
          title="By company size"
          of="Company size"
          onOpen={(value) => onOpen({ companySize: COMPANY_SIZES.find((size) => size === value) ?? '' })}
          rows={companySizes.map((row) => ({ ...row, name: row.value || 'Not given' }))}
        />
        <BarTable
          title="By source"
          of="Source"
          onOpen={(value) => onOpen({ source: SOURCES.find((source) => source === value) ?? '' })}
          rows={sources.map((row) => ({ ...row, name: sourceName(row.value) }))}
        />
      </Grid>
      <BarTable
        title="By page"
        of="Page"
        onOpen={(page) => onOpen({ page })}
        hasMessages
        rows={pages.map((row) => ({ ...row, name: row.value || 'Not known' }))}
      />
    </Stack>
  )
}

function sourceName(value: string): string {
  return Object.entries(SOURCE_NAMES).find(([source]) => source === value)?.[1] ?? 'Not known'
}
