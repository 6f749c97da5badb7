import { Button, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { useClient, type DocumentActionComponent, type SanityDocumentLike, type SanityClient } from 'sanity'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import { toFault } from '../../../api/contract/redirect-rules.ts'
import { Alert } from '../alert.tsx'
import type { BeforePublish } from '../publish/use-kept-publish.tsx'

const API = { apiVersion: '2025-02-19' }

/** A landing page is taken away only once it is known where its visitors go. */
export function withVisitors(action: DocumentActionComponent): DocumentActionComponent {
  return action.action === 'unpublish' || action.action === 'delete' ? askingWhereTo(action) : action
}

/**
 * Right before a landing page is published: where its address is another one, the old one leads there from then on.
 * The redirect rests as long as the page is still there, so that no visitor meets a gap.
 * @throws OperationalError when the redirect could not be left
 */
export const leadOn: BeforePublish = async (client, draft, published) => {
  const from = pathOf(published)
  const to = pathOf(draft)
  if (!from || !to || from === to) return
  try {
    await leaveRedirect(client, from, to)
  } catch (error) {
    throw new OperationalError(`The old address could not be led on: ${messageOf(error)}. Publish again.`)
  }
}

/** Asks where visitors of the page go before it is taken away. */
function askingWhereTo(remove: DocumentActionComponent): DocumentActionComponent {
  const AskWhereTo: DocumentActionComponent = (props) => {
    const original = remove(props)
    const [isAsking, setAsking] = useState(false)
    const from = pathOf(props.published)
    if (!original || !from || original.disabled) return original
    const goOn = () => {
      setAsking(false)
      original.onHandle?.()
    }
    return {
      ...original,
      onHandle: () => setAsking(true),
      dialog: isAsking
        ? {
            type: 'dialog',
            header: `Where do visitors of ${from} go?`,
            content: <WhereTo from={from} onAnswer={goOn} />,
            onClose: () => setAsking(false),
          }
        : (original.dialog ?? false),
    }
  }
  return Object.assign(AskWhereTo, { action: remove.action })
}

interface WhereToProps {
  from: string
  onAnswer: () => void
}

function WhereTo({ from, onAnswer }: WhereToProps) {
  const client = useClient(API)
  const [to, setTo] = useState('/')
  const [message, setMessage] = useState<string>()
  async function answer() {
    const fault = to === from ? 'The page can’t lead to itself. Write another path.' : toFault(to)
    if (fault !== undefined) return setMessage(fault)
    try {
      await leaveRedirect(client, from, to)
      onAnswer()
    } catch (error) {
      setMessage(`The redirect could not be saved: ${messageOf(error)}. Try again.`)
    }
  }
  return (
    <Stack gap={4}>
      <Text muted size={1}>
        Links to this page stay in mails and on other sites. From now on they lead here:
      </Text>
      <TextInput
        aria-label="Path or address"
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      {message && <Alert message={message} />}
      <Button text="Lead visitors there" tone="primary" onClick={() => void answer()} />
      <Button text="Show them “page not found”" mode="ghost" onClick={onAnswer} />
    </Stack>
  )
}

function pathOf(document: SanityDocumentLike | null): string | undefined {
  const { current } = (document?.['slug'] ?? {}) as { current?: string }
  return current === undefined ? undefined : `/${current}`
}

/**
 * Leads visitors of an old path on, in the redirects as published and in their draft where there is one: it
 * would take the rule away again. An older rule from the same path makes way.
 * @throws what the client throws, when the lake does not answer
 */
async function leaveRedirect(client: SanityClient, from: string, to: string): Promise<void> {
  const rule = { _type: 'redirect', _key: crypto.randomUUID().slice(0, 12), from, to }
  const hasDraft =
    (await client.fetch<number>('count(*[_id == "drafts.redirects"])', {}, { perspective: 'raw' })) > 0
  const transaction = client
    .transaction()
    .createIfNotExists({ _id: 'redirects', _type: 'redirects', rules: [] })
  for (const id of hasDraft ? ['redirects', 'drafts.redirects'] : ['redirects'])
    transaction
      .patch(id, { setIfMissing: { rules: [] } })
      .patch(id, { unset: [`rules[from == ${JSON.stringify(from)}]`] })
      .patch(id, (patch) => patch.append('rules', [rule]))
  await transaction.commit({ tag: 'redirect.left' })
}
