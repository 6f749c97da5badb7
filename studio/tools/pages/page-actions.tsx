import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { Button, Stack } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import {
  getPublishedId,
  useDocumentStore,
  type DocumentActionComponent,
  type DocumentActionDescription,
} from 'sanity'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { OpenedPreview } from '../../../api/contract/previews.ts'
import { placesOf, type PagePlace } from '../../presentation.ts'
import { useOpenDraft } from '../edit-link.ts'
import { useEditorApi } from '../use-editor-api.ts'

export const ON_NO_PAGE = 'No page shows this yet. Add it to a list of a page first.'

/** Opens the document in Pages, at the place of a page that shows it. */
export const OpenDraftAction: DocumentActionComponent = ({ id, type }) => {
  const openDraft = useOpenDraft()
  const document = getPublishedId(id)
  return useAtPlace(document, type, { label: 'Open draft', icon: EyeOpenIcon }, ({ href }) =>
    openDraft({ id: document, type, mode: 'presentation', preview: href }),
  )
}

/** Opens a page that shows the document, as it is live and as its drafts are, in a tab of its own. */
export const CompareAction: DocumentActionComponent = ({ id, type }) => {
  const api = useEditorApi()
  return useAtPlace(
    getPublishedId(id),
    type,
    { label: 'Compare with live', icon: SplitVerticalIcon },
    async ({ href }) => {
      const { base } = await api<OpenedPreview>('/preview/open', { method: 'POST' })
      const address = `${base}/-/compare${href.replace(/#.*$/u, '')}`
      // If the browser refuses a new tab, this one is used.
      if (!window.open(address, '_blank')) window.location.assign(address)
    },
  )
}

/** An action at the place that shows a document: where there are several, they are to choose from. */
function useAtPlace(
  document: string,
  type: string,
  look: Required<Pick<DocumentActionDescription, 'label' | 'icon'>>,
  open: (place: PagePlace) => void | Promise<void>,
): DocumentActionDescription {
  const documentStore = useDocumentStore()
  const toast = useToast()
  const [choice, setChoice] = useState<readonly PagePlace[]>()

  async function attempt(work: () => void | Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      toast.push({ status: 'error', title: messageOf(error) })
    }
  }
  async function choose(): Promise<void> {
    const places = await firstValueFrom(placesOf(document, type, documentStore, 'drafts'))
    const [place, ...others] = places
    if (!place) toast.push({ status: 'warning', title: ON_NO_PAGE })
    else if (others.length > 0) setChoice(places)
    else await open(place)
  }
  return {
    ...look,
    onHandle: () => void attempt(choose),
    dialog: choice !== undefined && {
      type: 'dialog',
      header: `${look.label}: on which page?`,
      content: (
        <PlaceList
          places={choice}
          onChoose={(place) => {
            setChoice(undefined)
            void attempt(() => open(place))
          }}
        />
      ),
      onClose: () => setChoice(undefined),
    },
  }
}

interface PlaceListProps {
  places: readonly PagePlace[]
  onChoose: (place: PagePlace) => void
}

/** Places of pages to choose one from. */
function PlaceList({ places, onChoose }: PlaceListProps) {
  return (
    <Stack gap={2}>
      {places.map((place) => (
        <Button
          key={place.href}
          mode="ghost"
          justify="flex-start"
          text={place.title}
          onClick={() => onChoose(place)}
        />
      ))}
    </Stack>
  )
}
