import { UsersIcon } from '@sanity/icons/Users'
import { Box, Container, Heading, Stack, Tab, TabList, TabPanel } from '@sanity/ui'
import type { Tool } from 'sanity'
import { route, useRouter } from 'sanity/router'
import { AuditList } from './audit-list.tsx'
import { PeopleList } from './people-list.tsx'

/** Who edits this site, and what administrators did: for administrators. */
export const peopleTool: Tool = {
  name: 'people',
  title: 'People',
  icon: UsersIcon,
  component: PeopleTool,
  router: route.create('/', [route.create('/:view')]),
}

const VIEWS = { people: 'People', audit: 'Audit list' } as const

function PeopleTool() {
  const { state, navigate } = useRouter()
  const view = state['view'] === 'audit' ? 'audit' : 'people'
  return (
    <Box as="main" height="fill" overflow="auto">
      <Container width={2} paddingX={[3, 4]} paddingY={[4, 5]}>
        <Stack gap={5}>
          <Heading as="h1">People</Heading>
          <TabList gap={1}>
            {Object.entries(VIEWS).map(([name, title]) => (
              <Tab
                key={name}
                id={`people-${name}`}
                aria-controls={`people-${name}-view`}
                label={title}
                selected={view === name}
                onClick={() => navigate(name === 'audit' ? { view: name } : {})}
              />
            ))}
          </TabList>
          <TabPanel id={`people-${view}-view`} aria-labelledby={`people-${view}`}>
            {view === 'people' ? <PeopleList /> : <AuditList />}
          </TabPanel>
        </Stack>
      </Container>
    </Box>
  )
}
