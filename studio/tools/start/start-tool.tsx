import { HomeIcon } from '@sanity/icons/Home'
import { Box, Card, Container, Flex, Grid, Heading, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import type { Tool } from 'sanity'
import { route } from 'sanity/router'
import { guideTool } from '../guide/guide-tool.tsx'
import { SearchCopy } from '../search/search-copy.tsx'
import { ToolLink } from '../tool-link.tsx'
import { Drafts } from './drafts.tsx'
import { ForReview } from './for-review.tsx'
import { Held } from './held.tsx'
import { MissingPaths } from './missing-paths.tsx'
import { Versions } from './versions.tsx'

/** What an editor sees first: what is not live, for review or held, the latest site versions, and pages not found. */
export const startTool: Tool = {
  name: 'start',
  title: 'Start',
  icon: HomeIcon,
  component: Start,
  router: route.create('/'),
}

function Start() {
  return (
    <Box as="main" height="fill" overflow="auto">
      <Container width={4} padding={[3, 4, 5]}>
        <Stack gap={5}>
          <Flex align="center" justify="space-between" gap={3} wrap="wrap">
            <Heading as="h1">Start</Heading>
            <Text size={1}>
              <ToolLink tool={guideTool.name}>How to do things: the guide</ToolLink>
            </Text>
          </Flex>
          <SearchCopy />
          <Grid gridTemplateColumns={[1, 1, 1, 2]} gap={[4, 4, 5]} style={{ alignItems: 'start' }}>
            <Part title="Not live yet">
              <Drafts />
            </Part>
            <Stack gap={[4, 4, 5]}>
              <Part title="For review">
                <ForReview />
              </Part>
              <Part title="Held back">
                <Held />
              </Part>
              <Part title="Latest site versions">
                <Versions />
              </Part>
              <Part title="Not found this week">
                <MissingPaths />
              </Part>
            </Stack>
          </Grid>
        </Stack>
      </Container>
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} border radius={3} padding={4}>
      <Stack gap={4}>
        <Heading as="h2" size={1}>
          {title}
        </Heading>
        {children}
      </Stack>
    </Card>
  )
}
