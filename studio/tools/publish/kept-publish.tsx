import { Button, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect } from 'react'
import {
  getDraftId,
  getPublishedId,
  pathToString,
  useClient,
  useCurrentUser,
  useDocumentStore,
  useSchema,
  useSyncState,
  useValidationStatus,
  useValuePreview,
  useWorkspace,
  validateDocument,
  type DocumentActionComponent,
  type DocumentActionProps,
  type Path,
  type SanityClient,
  type SanityDocument,
} from 'sanity'
import { useRouter } from 'sanity/router'
import { useDocumentPane } from 'sanity/structure'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { publishPending, usePendingStep } from './pending.ts'
import { InvalidDraft, type Fault, type Step } from './publish-when-ready.ts'

const API = { apiVersion: '2025-02-19' }

/** What is to happen right before a document is published. */
export type BeforePublish = (
  client: SanityClient,
  draft: SanityDocument,
  published: SanityDocument | null,
) => Promise<void>

const LABELS: Record<Step, string> = {
  uploading: 'Publishing once the picture is uploaded…',
  checking: 'Publishing once it is checked…',
  publishing: 'Publishing…',
}

/**
 * The Studio's publish, but for its click: it is kept while an upload runs, or while edits are stored and checked,
 * and happens then, wherever the editor is by that time. The Studio's own drops it with the form.
 */
export function keepPublish(
  publish: DocumentActionComponent,
  before?: BeforePublish,
): DocumentActionComponent {
  const KeptPublish: DocumentActionComponent = (props) => {
    const original = publish(props)
    const step = usePendingStep(getPublishedId(props.id))
    const isChecked = useIsChecked(props)
    const onHandle = useKeptPublish(props, before)
    // Of a content release, which the hosted Studio publishes as a whole.
    if (props.version ?? props.release) return original
    if (step) return { ...original, label: LABELS[step], title: null, disabled: true }
    if (!original?.onHandle) return original
    // What was wrong before the last edit may be right by now.
    return { ...original, disabled: original.disabled === true && isChecked, onHandle }
  }
  return Object.assign(KeptPublish, { action: publish.action, displayName: 'KeptPublish' })
}

/** Whether the Studio knows the faults of the draft as it stands. */
function useIsChecked({ id, type, draft }: DocumentActionProps): boolean {
  const { isSyncing } = useSyncState(getPublishedId(id), type)
  const { isValidating, revision } = useValidationStatus(getDraftId(id), type, true)
  return !isSyncing && !isValidating && revision === draft?._rev
}

/** A field is shown in the form where one is open. */
const forms = new Map<string, (path: Path) => void>()

function useKeptPublish(
  { id, type, draft }: DocumentActionProps,
  before: BeforePublish | undefined,
): () => void {
  const publishedId = getPublishedId(id)
  const { pair } = useDocumentStore()
  const client = useClient(API)
  const faultOf = useFaultOf()
  const tell = useOutcome(publishedId, type, draft)
  const { onFocus } = useDocumentPane()

  useEffect(() => {
    forms.set(publishedId, onFocus)
    return () => void forms.delete(publishedId)
  }, [publishedId, onFocus])

  return () => {
    const publish = { id: publishedId, type, pair, client, faultOf, before: before?.bind(null, client) }
    void publishPending(publish).then(() => tell(), tell)
  }
}

/** Tells the editor what became of a publish, wherever that is by now. */
function useOutcome(id: string, type: string, draft: SanityDocument | null): (error?: unknown) => void {
  const toast = useToast()
  const { navigateIntent } = useRouter()
  const schemaType = useSchema().get(type)
  const { value } = useValuePreview({ ...(schemaType && { schemaType }), value: draft ?? undefined })
  const title = value?.title ?? schemaType?.title ?? type

  return (error) => {
    if (error === undefined)
      return toast.push({ status: 'success', closable: true, title: `${title} was published` })
    const path = error instanceof InvalidDraft ? error.path : []
    if (path.length > 0) forms.get(id)?.(path)
    return toast.push({
      status: 'error',
      closable: true,
      duration: 30_000,
      title: `${title} was not published`,
      description: (
        <Stack gap={3}>
          <Text size={1}>{messageOf(error)}</Text>
          <Button
            mode="ghost"
            text={path.length > 0 ? 'Go to the field' : 'Open it'}
            // A link needs the router, which ends where toasts begin.
            onClick={() => navigateIntent('edit', { id, type, path: pathToString(path) })}
          />
        </Stack>
      ),
    })
  }
}

/** Checks a draft as its form does, with nothing of the form. */
function useFaultOf(): (draft: SanityDocument) => Promise<Fault | undefined> {
  const workspace = useWorkspace()
  const currentUser = useCurrentUser()
  return async (document) => {
    const markers = await validateDocument({ document, workspace, currentUser })
    return markers.find(({ level }) => level === 'error')
  }
}
