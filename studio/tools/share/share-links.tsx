import { Box, Button, Card, Flex, Label, Radio, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { MAX_RECIPIENT } from '../../../api/contract/limits.ts'
import type { ShareRecord } from '../../../api/contract/previews.ts'
import { pageName } from '../../schema/places.ts'
import { Alert } from '../alert.tsx'
import { Empty } from '../start/empty.tsx'
import { SteadyButton } from '../steady-button.tsx'
import { useFocusKept } from '../use-focus-kept.ts'
import { useTitles } from '../use-titles.ts'
import { CopyField } from './copy-field.tsx'
import { useShares } from './use-shares.ts'

interface Props {
  /** The published id of the document at hand. */
  document: string
  /** What the document is called while it has no title of its own. */
  title: string
  /** The page that a link opens. */
  path: string
}

const DAYS = [1, 7, 30]

/** Links to drafts for people without an account: made here, listed, and revoked. */
export function ShareLinks({ document, title, path }: Props) {
  const { list, made, message, isBusy, make, revoke, reload } = useShares()
  const [shows, setShows] = useState<'document' | 'drafts'>('document')
  const [days, setDays] = useState(7)
  const [recipient, setRecipient] = useState('')
  const { target, within } = useFocusKept<HTMLDivElement>()
  const titleOf = useTitles([document, ...(list ?? []).map((share) => share.shows)])
  async function submit(): Promise<void> {
    const request = { path, days, recipient }
    const isMade = await make(
      shows === 'drafts'
        ? { ...request, perspective: 'drafts' }
        : { ...request, perspective: 'document', document },
    )
    if (isMade) setRecipient((typed) => (typed === recipient ? '' : typed))
  }
  return (
    <Stack gap={5}>
      <Text muted size={1}>
        Whoever has the link can look at the draft without an account, and can’t edit. You can withdraw it
        below.
      </Text>
      <Stack gap={4}>
        <Stack gap={3} role="radiogroup" aria-label="What it shows">
          <Choice
            name={`The draft of “${titleOf(document, title)}”`}
            isChosen={shows === 'document'}
            onChoose={() => setShows('document')}
          />
          <Choice name="All drafts" isChosen={shows === 'drafts'} onChoose={() => setShows('drafts')} />
        </Stack>
        <Flex gap={3} wrap="wrap">
          <Stack as="label" gap={2}>
            <Label size={1}>Works for</Label>
            <Select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? '1 day' : `${count} days`}
                </option>
              ))}
            </Select>
          </Stack>
          <Stack as="label" gap={2} flex={1}>
            <Label size={1}>For whom (optional)</Label>
            <TextInput
              value={recipient}
              maxLength={MAX_RECIPIENT}
              placeholder="Ada, legal"
              onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
            />
          </Stack>
        </Flex>
        <Flex>
          <SteadyButton tone="primary" text="Make a link" isOff={isBusy} onClick={() => void submit()} />
        </Flex>
      </Stack>
      {message && <Alert message={message} {...(!list && { onRetry: reload })} />}
      <output style={{ display: 'contents' }}>
        {made && (
          <CopyField key={made} label="The new link. It is shown this once: copy it now." value={made} />
        )}
      </output>
      {!list && !message && <Empty>Loading…</Empty>}
      <div {...within} ref={target} tabIndex={-1}>
        {list && list.length > 0 && <Links list={list} titleOf={titleOf} onRevoke={revoke} />}
      </div>
    </Stack>
  )
}

function Choice({ name, isChosen, onChoose }: { name: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <Flex as="label" align="center" gap={2}>
      <Radio name="shows" checked={isChosen} onChange={onChoose} />
      <Text size={1}>{name}</Text>
    </Flex>
  )
}

const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

interface LinksProps {
  list: readonly ShareRecord[]
  titleOf: (document: string) => string
  onRevoke: (id: string) => void
}

function Links({ list, titleOf, onRevoke }: LinksProps) {
  return (
    <Stack as="ul" gap={0} aria-label="Links that work">
      {list.map(({ id, shows, path, recipient, expiresAt }) => {
        const what = shows === 'drafts' ? 'All drafts' : `Draft of ${titleOf(shows)}`
        return (
          <Card key={id} as="li" tone="inherit" borderTop paddingY={3}>
            <Flex align="center" gap={3}>
              <Box flex={1}>
                <Stack gap={2}>
                  <Text size={1} weight="medium">
                    {recipient === '' ? 'Whoever has it' : recipient}
                  </Text>
                  <Text size={1} muted>
                    {what}, from {pageName(path)}. Ends {calendar.format(new Date(expiresAt))}.
                  </Text>
                </Stack>
              </Box>
              <Button
                mode="ghost"
                tone="critical"
                fontSize={1}
                padding={2}
                text="Withdraw"
                aria-label={`Withdraw the link for ${recipient === '' ? 'whoever has it' : recipient}`}
                onClick={() => onRevoke(id)}
              />
            </Flex>
          </Card>
        )
      })}
    </Stack>
  )
}
