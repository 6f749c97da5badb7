import { StackIcon } from '@sanity/icons/Stack'
import { Box, Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { Tool } from 'sanity'
import { Alert } from '../alert.tsx'
import { ReleaseTable, timeOf } from './release-table.tsx'
import { useReleases } from './use-releases.ts'

/** The last releases of the site, and the way back to one of them. */
export const releasesTool: Tool = {
  name: 'releases',
  title: 'Releases',
  icon: StackIcon,
  component: Releases,
}

function Releases() {
  const { list, message, switchingTo, switchTo } = useReleases()
  const releases = list?.releases ?? []
  const [newest] = releases
  const held = releases.find(({ id }) => id === list?.pinned)
  return (
    <Box as="main" height="fill" overflow="auto">
      <Container width={4} padding={[3, 4, 5]}>
        <Stack gap={5}>
          <Heading as="h1">Releases</Heading>
          <Text muted size={1}>
            Each is the whole site as it was. Going back takes a moment, and so does going forward again.
          </Text>
          {message && <Alert message={message} />}
          {list?.pinned && newest && (
            <Card tone="caution" border radius={2} padding={3}>
              <Flex align="center" wrap="wrap" gap={3}>
                <Text size={1}>
                  The site is held at the release {held ? `of ${timeOf(held.at)}` : list.pinned}. What is
                  published meanwhile waits.
                </Text>
                <Button
                  fontSize={1}
                  padding={2}
                  text="Go forward to the newest"
                  disabled={switchingTo !== undefined}
                  onClick={() => switchTo(newest.id)}
                />
              </Flex>
            </Card>
          )}
          {list && (
            <ReleaseTable
              releases={releases}
              current={list.current}
              isSwitching={switchingTo !== undefined}
              onSwitch={switchTo}
            />
          )}
        </Stack>
      </Container>
    </Box>
  )
}
