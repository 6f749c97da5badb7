import { ShareIcon } from '@sanity/icons/Share'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import { getPublishedId, useDocumentStore, useSchema, type DocumentActionComponent } from 'sanity'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { placesOf } from '../../presentation.ts'
import { useIsAdministrator } from '../administrator.ts'
import { ON_NO_PAGE } from '../pages/page-actions.tsx'
import { ShareLinks } from './share-links.tsx'

/** Offers links to drafts where the document is edited. */
export const ShareAction: DocumentActionComponent = ({ id, type }) => {
  const documentStore = useDocumentStore()
  const toast = useToast()
  /** The page that a link opens, while links are made. */
  const [path, setPath] = useState<string>()
  const title = useSchema().get(type)?.title ?? type
  const document = getPublishedId(id)
  async function open(): Promise<void> {
    try {
      const [place] = await firstValueFrom(placesOf(document, type, documentStore, 'drafts'))
      if (place) setPath(place.href.replace(/#.*$/u, ''))
      else toast.push({ status: 'warning', title: ON_NO_PAGE })
    } catch (error) {
      toast.push({ status: 'error', title: messageOf(error) })
    }
  }
  const mayShare = useIsAdministrator()
  return {
    label: 'Share draft…',
    icon: ShareIcon,
    disabled: !mayShare,
    ...(!mayShare && { title: 'Sharing a draft needs an administrator.' }),
    onHandle: () => void open(),
    dialog: path !== undefined && {
      type: 'dialog',
      header: 'Share drafts',
      content: <ShareLinks document={document} title={title} path={path} />,
      onClose: () => setPath(undefined),
    },
  }
}
