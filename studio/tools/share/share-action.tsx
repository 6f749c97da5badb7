import { Box, Button, Card, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { getPublishedId, useSchema, type DocumentActionComponent } from 'sanity'
import { pageOf } from '../../presentation.ts'
import { Alert } from '../alert.tsx'
import { useShares } from './use-shares.ts'

/** Offers links to drafts where the document is edited. */
export const ShareAction: DocumentActionComponent = ({ id, type }) => {
  const [isOpen, setOpen] = useState(false)
  const title = useSchema().get(type)?.title ?? type
  const document = getPublishedId(id)
  return {
    label: 'Share draft…',
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: 'dialog',
      header: 'Share drafts',
      content: <ShareLinks document={document} title={title} path={pageOf(document, type)} />,
      onClose: () => setOpen(false),
    },
  }
}

interface ShareLinksProps {
  /** The published id of the document at hand. */
  document: string
  title: string
  /** The page that a link opens. */
  path: string
}

/** Links to drafts for people without an account: made here, listed, and revoked. */
function ShareLinks({ document, title, path }: ShareLinksProps) {
  const { list, made, message, make, revoke } = useShares()
  return (
    <Stack gap={4}>
      <Text muted size={1}>
        Whoever has the link can look at the drafts for seven days, without an account. They can’t edit.
      </Text>
      <Flex wrap="wrap" gap={2}>
        <Button
          mode="ghost"
          fontSize={1}
          text={`Link to the draft of “${title}”`}
          onClick={() => make({ perspective: 'document', document, path })}
        />
        <Button
          mode="ghost"
          fontSize={1}
          text="Link to all drafts"
          onClick={() => make({ perspective: 'drafts', path })}
        />
      </Flex>
      {message && <Alert message={message} />}
      {made && (
        <Stack as="label" gap={3}>
          <Text size={1} weight="medium">
            The new link. It is shown this once: copy it now.
          </Text>
          <TextInput
            readOnly
            fontSize={1}
            value={made}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Stack>
      )}
      {list.length > 0 && (
        <Stack as="ul">
          {list.map(({ id, shows, path: page, createdAt, expiresAt }) => (
            <Card key={id} as="li" borderTop paddingY={2}>
              <Flex align="center" gap={3}>
                <Box flex={1}>
                  <Text size={1}>
                    {shows === 'drafts' ? 'All drafts' : `Draft of ${shows}`}, {page}, made {dayOf(createdAt)}
                    , ends {dayOf(expiresAt)}
                  </Text>
                </Box>
                <Button
                  mode="ghost"
                  tone="critical"
                  fontSize={1}
                  padding={2}
                  text="Revoke"
                  onClick={() => revoke(id)}
                />
              </Flex>
            </Card>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function dayOf(iso: string): string {
  return calendar.format(new Date(iso))
}
