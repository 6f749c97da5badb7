import { InboxIcon } from '@sanity/icons/Inbox'
import { Box, Container, Flex, Heading, Stack, Tab, TabList, TabPanel } from '@sanity/ui'
import { useState } from 'react'
import type { Tool } from 'sanity'
import { route, useRouter } from 'sanity/router'
import { ExportButton } from './export-button.tsx'
import { Figures } from './figures.tsx'
import { EVERYTHING } from './filters.tsx'
import { Inbox } from './inbox.tsx'
import { useUnsentNotes } from './unsent-notes.ts'
import type { SubmissionFilter } from './use-submissions.ts'

/** What visitors sent: to be read, answered and counted where the copy is edited. */
export const submissionsTool: Tool = {
  name: 'submissions',
  title: 'Submissions',
  icon: InboxIcon,
  component: Submissions,
  router: route.create('/', [route.create('/:view', [route.create('/:id')])]),
}

const VIEWS = { inbox: 'Inbox', figures: 'Figures' } as const

function Submissions() {
  const { state, navigate } = useRouter()
  const view = state['view'] === 'figures' ? 'figures' : 'inbox'
  // An id says nothing of its sender. What is looked for may, and is in no address.
  const opened = view === 'inbox' ? (state['id'] as string | undefined) : undefined
  const [filter, setFilter] = useState(EVERYTHING)
  const unsent = useUnsentNotes()
  function open(narrowed: Partial<SubmissionFilter>): void {
    setFilter({ ...EVERYTHING, ...narrowed })
    navigate({})
  }
  return (
    <Box as="main" height="fill" overflow="auto">
      <Container width={2} paddingX={[3, 4]} paddingY={[4, 5]}>
        <Stack gap={5}>
          <Flex align="center" justify="space-between" gap={3} wrap="wrap">
            <Heading as="h1">Submissions</Heading>
            <ExportButton />
          </Flex>
          <TabList gap={1}>
            {Object.entries(VIEWS).map(([name, title]) => (
              <Tab
                key={name}
                id={`submissions-${name}`}
                aria-controls={`submissions-${name}-view`}
                label={title}
                selected={view === name}
                onClick={() => navigate(name === 'figures' ? { view: name } : {})}
              />
            ))}
          </TabList>
          <TabPanel id={`submissions-${view}-view`} aria-labelledby={`submissions-${view}`}>
            {view === 'inbox' && (
              <Inbox
                filter={filter}
                opened={opened}
                unsent={unsent}
                onFilter={setFilter}
                onOpen={(id) => navigate({ view, id })}
                onClose={() => navigate({}, { replace: true })}
              />
            )}
            {view === 'figures' && <Figures onOpen={open} />}
          </TabPanel>
        </Stack>
      </Container>
    </Box>
  )
}
