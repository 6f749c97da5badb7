import { InboxIcon } from '@sanity/icons/Inbox'
import { Box, Container, Flex, Heading, Stack, Tab, TabList, TabPanel } from '@sanity/ui'
import { useState } from 'react'
import type { Tool, ToolMenuProps } from 'sanity'
import { ExportButton } from './export-button.tsx'
import { Figures } from './figures.tsx'
import { EVERYTHING } from './filters.tsx'
import { Inbox } from './inbox.tsx'
import { lastSeen, useNews } from './use-news.ts'
import type { SubmissionFilter } from './use-submissions.ts'

/** What visitors sent: to be read, answered and counted where the copy is edited. */
export const submissionsTool: Tool = {
  name: 'submissions',
  title: 'Submissions',
  icon: InboxIcon,
  component: Submissions,
}

const VIEWS = { inbox: 'Inbox', figures: 'Figures' } as const
type View = keyof typeof VIEWS

function Submissions() {
  const [view, setView] = useState<View>('inbox')
  const [filter, setFilter] = useState(EVERYTHING)
  function open(narrowed: Partial<SubmissionFilter>): void {
    setFilter({ ...EVERYTHING, ...narrowed })
    setView('inbox')
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
                onClick={() => setView(name as View)}
              />
            ))}
          </TabList>
          <TabPanel id={`submissions-${view}-view`} aria-labelledby={`submissions-${view}`}>
            {view === 'inbox' && <Inbox filter={filter} onFilter={setFilter} />}
            {view === 'figures' && <Figures onOpen={open} />}
          </TabPanel>
        </Stack>
      </Container>
    </Box>
  )
}

const NEWS_EVERY_MS = 5_000
const MOST_COUNTED = 99

/** The Studio's tools, with the number of new submissions beside the name of theirs. */
export function ToolMenuWithBadge(props: ToolMenuProps) {
  const { activeToolName, tools } = props
  const isOpen = activeToolName === submissionsTool.name
  return isOpen ? props.renderDefault(props) : <Counted {...props} tools={tools} />
}

/** Begins anew each time that the editor comes from the submissions. */
function Counted(props: ToolMenuProps) {
  const [seen] = useState(lastSeen)
  const unseen = useNews(NEWS_EVERY_MS, seen)?.unseen ?? 0
  if (unseen === 0) return props.renderDefault(props)
  const count = unseen > MOST_COUNTED ? `${MOST_COUNTED}+` : String(unseen)
  const tools = props.tools.map((tool) =>
    tool.name === submissionsTool.name ? { ...tool, title: `${tool.title} (${count} new)` } : tool,
  )
  return props.renderDefault({ ...props, tools })
}
