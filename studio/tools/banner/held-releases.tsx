import { Card, Stack, Text } from '@sanity/ui'
import { Fragment } from 'react'
import { useActiveReleases } from 'sanity'
import type { ReleaseFault } from '../../../api/contract/content-error.ts'
import { FieldLink } from '../receipt/field-link.tsx'
import { ToolLink } from '../tool-link.tsx'
import { MOST_SHOWN } from './fault-list.tsx'
import { reasonsOf } from './held-reasons.ts'

/** Releases that should be live and are not: whoever scheduled one may not be there at its hour. */
export function HeldReleases() {
  const { data } = useActiveReleases()
  const held = reasonsOf(data)
  if (held.length === 0) return null
  const rest = held.length - MOST_SHOWN
  return (
    <Card tone="critical" borderBottom paddingX={4} paddingY={3}>
      <Stack as="ul" gap={3}>
        {held.slice(0, MOST_SHOWN).map(({ name, title, faults }) => (
          <Text key={name} as="li" size={1} style={{ overflowWrap: 'anywhere' }}>
            The release <ToolLink tool={`releases/${name}`}>“{title}”</ToolLink> is not live:
            {faults.map((fault) => (
              <Fragment key={`${fault.documentId} ${fault.path} ${fault.message}`}>
                {' '}
                <Reason release={name} {...fault} />
              </Fragment>
            ))}
          </Text>
        ))}
        {rest > 0 && (
          <Text as="li" size={1}>
            and {rest} more
          </Text>
        )}
      </Stack>
    </Card>
  )
}

/** The document leads to where it is mended: in the release, which is open again. */
function Reason({ release, documentId, type, title, path, message }: ReleaseFault & { release: string }) {
  if (documentId === undefined || type === undefined) return message
  return (
    <>
      <FieldLink id={documentId} type={type} path={path} release={release}>
        {title ?? 'Document'}
      </FieldLink>
      : {message}
    </>
  )
}
