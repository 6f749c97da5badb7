import { ShareIcon } from '@sanity/icons/Share'
import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import { getPublishedId, useDocumentStore, useSchema, type DocumentActionComponent } from 'sanity'
import { useIsAdministrator } from '../administrator.ts'
import { placesOf } from '../../presentation.ts'
import { ShareLinks } from './share-links.tsx'

/** Offers links to drafts where the document is edited. */
export const ShareAction: DocumentActionComponent = ({ id, type }) => {
  const documentStore = useDocumentStore()
  /** The page that a link opens, while links are made. */
  const [path, setPath] = useState<string>()
  const title = useSchema().get(type)?.title ?? type
  const document = getPublishedId(id)
  async function open(): Promise<void> {
    const places = await firstValueFrom(placesOf(document, type, documentStore, 'drafts')).catch(() => [])
    setPath(places[0]?.href.replace(/#.*$/u, '') ?? '/')
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
