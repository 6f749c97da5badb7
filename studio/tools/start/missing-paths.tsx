import { AddIcon } from '@sanity/icons/Add'
import { Box, Button, Flex, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { useClient } from 'sanity'
import type { MissingPath } from '../../../api/contract/missing-paths.ts'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { CLIENT } from '../../client-options.ts'
import { Alert } from '../alert.tsx'
import { useOpenDraft } from '../edit-link.ts'
import { beginRedirect } from '../redirects/begin-redirect.ts'
import { usePolled } from '../use-answer.ts'
import { Empty } from './empty.tsx'

const SHOWN = 10
const EVERY_MS = 10_000

/** Addresses that visitors asked for in vain, each with a button that starts a redirect. */
export function MissingPaths() {
  const { answer: paths, message: fault } = usePolled<MissingPath[]>('/missing-paths', { everyMs: EVERY_MS })
  const client = useClient(CLIENT)
  const openDraft = useOpenDraft()
  const [message, setMessage] = useState<string>()
  if (!paths && fault) return <Empty>The site’s server does not answer. Trying again…</Empty>
  if (!paths) return <Empty>Loading…</Empty>
  if (paths.length === 0) return <Empty>Every address that visitors asked for was found.</Empty>

  async function makeRedirect(from: string): Promise<void> {
    try {
      const path = await beginRedirect(client, from)
      openDraft({ id: 'redirects', type: 'redirects', path })
    } catch (error) {
      setMessage(`The redirect could not be started: ${messageOf(error)} Try again.`)
    }
  }

  return (
    <Stack gap={4}>
      <Text muted size={1}>
        Visitors asked for these addresses and saw “page not found”.
      </Text>
      {message && <Alert message={message} />}
      <Stack as="ul" gap={2}>
        {paths.slice(0, SHOWN).map(({ path, count }) => (
          <Flex key={path} as="li" align="center" gap={3} wrap="wrap">
            <Box flex={1} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text size={1}>{path}</Text>
            </Box>
            <Text muted size={1}>
              {count === 1 ? 'once' : `${count} times`}
            </Text>
            <Button
              mode="ghost"
              fontSize={1}
              padding={2}
              icon={AddIcon}
              text="Make a redirect"
              aria-label={`Make a redirect from ${path}`}
              onClick={() => void makeRedirect(path)}
            />
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}
