import { useState } from 'react'
import { getPublishedId, useSchema, type DocumentActionComponent } from 'sanity'
import { pageOf } from '../../locations.ts'
import { ShareLinks } from './share-links.tsx'

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
