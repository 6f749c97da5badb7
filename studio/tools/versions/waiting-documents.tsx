import { Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import type { useTitles } from '../use-titles.ts'

interface Props {
  ids: readonly string[]
  titleOf: ReturnType<typeof useTitles>
}

/** What was published and is not on its way to the site. */
export function WaitingDocuments({ ids, titleOf }: Props) {
  return (
    <Stack gap={3}>
      <Text size={1} weight="semibold">
        Published, and waiting
      </Text>
      <Stack as="ul" gap={3}>
        {ids.map((id) => (
          <Text key={id} as="li" size={1}>
            <IntentLink intent="edit" params={{ id }} searchParams={perspectiveOf()}>
              {titleOf(id)}
            </IntentLink>
          </Text>
        ))}
      </Stack>
    </Stack>
  )
}
