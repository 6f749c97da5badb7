import { Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import {
  getVersionFromId,
  isGoingToUnpublish,
  useClient,
  type DocumentActionComponent,
  type DuplicateDocumentActionComponent,
  type SanityDocumentLike,
} from 'sanity'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import { CLIENT } from '../../client-options.ts'
import { Alert } from '../alert.tsx'
import type { BeforePublish } from '../publish/use-kept-publish.tsx'
import { SteadyButton } from '../steady-button.tsx'
import { leadNowhere, leadVisitors, leaveRedirect, type LeavingPage } from './lead-visitors.ts'

const ENDS = new Set<string | undefined>(['unpublish', 'delete', 'unpublishVersion'])

/**
 * Wraps unpublish and delete, so that a landing page goes only after it is known where its visitors go, and duplicate,
 * so that a copy doesn't begin at the address of its original.
 */
export function forLanding(action: DocumentActionComponent): DocumentActionComponent {
  if (action.action === 'duplicate') return withoutAddress(action)
  return ENDS.has(action.action) ? askingWhereTo(action) : action
}

function withoutAddress(duplicate: DuplicateDocumentActionComponent): DocumentActionComponent {
  const DuplicateWithoutAddress: DocumentActionComponent = (props) =>
    duplicate({ ...props, mapDocument: ({ slug: _slug, ...copy }) => copy })
  return Object.assign(DuplicateWithoutAddress, { action: duplicate.action })
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
    throw new OperationalError(
      `The redirect from the old address could not be saved: ${messageOf(error)}. Publish again.`,
    )
  }
}

/** Asks where the page's visitors go before it is removed. */
function askingWhereTo(remove: DocumentActionComponent): DocumentActionComponent {
  const AskWhereTo: DocumentActionComponent = (props) => {
    const original = remove(props)
    const [isAsking, setAsking] = useState(false)
    const path = pathOf(props.published)
    if (!original || !props.published || !path || original.disabled) return original
    const { version } = props
    // The editor cancelled, so the page stays.
    if (version && isGoingToUnpublish(version)) return original
    const page = { id: props.published._id, path, release: getVersionFromId(version?._id ?? '') }
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
            header: `Where do visitors of ${path} go?`,
            content: <WhereTo page={page} onAnswer={goOn} />,
            onClose: () => setAsking(false),
          }
        : (original.dialog ?? false),
    }
  }
  // Under this name the Studio would also offer it in a release's list, where it could not ask.
  return remove.action === 'unpublishVersion'
    ? AskWhereTo
    : Object.assign(AskWhereTo, { action: remove.action })
}

interface WhereToProps {
  page: LeavingPage
  onAnswer: () => void
}

function WhereTo({ page, onAnswer }: WhereToProps) {
  const client = useClient(CLIENT)
  const isLater = page.release !== undefined
  const [to, setTo] = useState('/')
  const [message, setMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  /** Saves the redirects for the answer and continues; shows what prevents it otherwise. */
  async function answer(write: () => Promise<string | void>) {
    setBusy(true)
    try {
      const fault = await write()
      if (fault === undefined) return onAnswer()
      setMessage(fault)
    } catch (error) {
      setMessage(`The redirects could not be saved: ${messageOf(error)}. Try again.`)
    }
    setBusy(false)
  }

  return (
    <Stack gap={4}>
      <Text muted size={1}>
        Links to this page stay in mails and on other sites.{' '}
        {isLater ? 'Once the release is live, they lead here:' : 'From now on they lead here:'}
      </Text>
      <TextInput
        aria-label="Path or address"
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      {message && <Alert message={message} />}
      <SteadyButton
        text="Lead visitors there"
        tone="primary"
        isOff={isBusy}
        onClick={() => void answer(() => leadVisitors(client, page, to))}
      />
      <SteadyButton
        text="Show them “page not found”"
        mode="ghost"
        isOff={isBusy}
        // Redirects to the page are needed until the release is live; the release check covers them.
        onClick={() => (isLater ? onAnswer() : void answer(() => leadNowhere(client, page)))}
      />
      {!isLater && (
        <Text muted size={1}>
          With “page not found”, old addresses that lead to this page end at once, even if you cancel after
          that.
        </Text>
      )}
    </Stack>
  )
}

function pathOf(document: SanityDocumentLike | null): string | undefined {
  const { current } = (document?.['slug'] ?? {}) as { current?: string }
  return current === undefined ? undefined : `/${current}`
}
