import { Stack, Text } from '@sanity/ui'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { FieldLink } from '../receipt/field-link.tsx'

/** More than these are one line too many. */
export const MOST_SHOWN = 5

/** What keeps a site from being made, each a click away from where it is mended. */
export function FaultList({ faults }: Pick<PublishesAnswer, 'faults'>) {
  const rest = faults.length - MOST_SHOWN
  return (
    <Stack as="ul" gap={3}>
      {faults.slice(0, MOST_SHOWN).map(({ documentId: id, type, title, path, message }) => (
        <Text key={`${id}${path}${message}`} as="li" size={1}>
          <FieldLink id={id} type={type} path={path}>
            {title}
          </FieldLink>
          : {message}
        </Text>
      ))}
      {rest > 0 && (
        <Text as="li" size={1}>
          and {rest} more
        </Text>
      )}
    </Stack>
  )
}
