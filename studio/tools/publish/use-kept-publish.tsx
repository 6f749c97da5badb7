import { Button, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect } from 'react'
import {
  getPublishedId,
  pathToString,
  useClient,
  useCurrentUser,
  useDocumentStore,
  useSchema,
  useValuePreview,
  useWorkspace,
  validateDocument,
  type DocumentActionProps,
  type Path,
  type SanityClient,
  type SanityDocument,
} from 'sanity'
import { useDocumentPane } from 'sanity/structure'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { CLIENT } from '../../client-options.ts'
import { useOpenDraft } from '../edit-link.ts'
import { NotAdded } from './add-to-list.ts'
import { publishPending } from './pending.ts'
import { InvalidDraft, type Fault } from './publish-when-ready.ts'

/** What is to happen right before a document is published. */
export type BeforePublish = (
  client: SanityClient,
  draft: SanityDocument,
  published: SanityDocument | null,
) => Promise<void>

/** What is to happen right after. */
type AfterPublish = (client: SanityClient, id: string) => Promise<void>

/** Shows a field in the open form, if there is one. */
const forms = new Map<string, (path: Path) => void>()

interface Around {
  before?: BeforePublish | undefined
  after?: AfterPublish | undefined
}

/** Publishes the open document once, and reports the result. */
export function useKeptPublish(
  { id, type, draft, published }: DocumentActionProps,
  around: Around,
): () => void {
  const publishedId = getPublishedId(id)
  const { pair } = useDocumentStore()
  const client = useClient(CLIENT)
  const faultOf = useFaultOf()
  const tell = useOutcome(publishedId, type, draft)
  const { onFocus } = useDocumentPane()

  useEffect(() => {
    forms.set(publishedId, onFocus)
    return () => void forms.delete(publishedId)
  }, [publishedId, onFocus])

  return () => {
    const { before, after } = around
    const publish = {
      id: publishedId,
      type,
      publishedRev: published?._rev,
      pair,
      client,
      faultOf,
      before: before?.bind(null, client),
      after: after?.bind(null, client, publishedId),
    }
    void publishPending(publish).then(() => tell(), tell)
  }
}

/** Reports the result of a publish to the editor, in any tool. */
function useOutcome(id: string, type: string, draft: SanityDocument | null): (error?: unknown) => void {
  const toast = useToast()
  const openDraft = useOpenDraft()
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
      title: `${title} ${error instanceof NotAdded ? 'was published, but is not on the site' : 'was not published'}`,
      description: (
        <Stack gap={3}>
          <Text size={1}>{messageOf(error)}</Text>
          <Button
            mode="ghost"
            text={path.length > 0 ? 'Go to the field' : 'Open it'}
            // Not a link, which needs the router; toasts are outside of it.
            onClick={() => openDraft({ id, type, path: pathToString(path) })}
          />
        </Stack>
      ),
    })
  }
}

/** Validates a draft as its form does, without the form. */
function useFaultOf(): (draft: SanityDocument) => Promise<Fault | undefined> {
  const workspace = useWorkspace()
  const currentUser = useCurrentUser()
  const client = useClient(CLIENT)
  return async (document) => {
    // In one query: the Studio's own collects ids for a quarter of a second.
    const existing = client.fetch<string[]>('*[_id in $ids]._id', { ids: referencesIn(document) }, RAW)
    const getDocumentExists = async ({ id }: { id: string }) => (await existing).includes(id)
    const markers = await validateDocument({ document, workspace, currentUser, getDocumentExists })
    return markers.find(({ level }) => level === 'error')
  }
}

const RAW = { perspective: 'raw' } as const

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '_ref' in value && typeof value._ref === 'string' ? [value._ref] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}
