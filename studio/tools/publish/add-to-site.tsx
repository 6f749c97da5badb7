import { AddCircleIcon } from '@sanity/icons/AddCircle'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import { getPublishedId, useClient, useDocumentStore, type DocumentActionComponent } from 'sanity'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { CLIENT } from '../../client-options.ts'
import type { LISTS } from '../../schema/lists.ts'
import { followQuery } from '../follow-query.ts'
import { addToList } from './add-to-list.ts'
import { usePendingStep } from './pending.ts'
import { useKeptPublish } from './use-kept-publish.tsx'

type Path = (typeof LISTS)[number]['path']

/** Publishes a document that no list has, and adds it to the end of its list on the home page, in one step. */
export function addToSite(path: Path): DocumentActionComponent {
  const AddToSite: DocumentActionComponent = (props) => {
    const id = getPublishedId(props.id)
    const isListed = useIsListed(path, id)
    const step = usePendingStep(id)
    const client = useClient(CLIENT)
    const toast = useToast()
    const publish = useKeptPublish(props, { after: addToList.bind(null, path) })
    if (isListed !== false || (!props.draft && !props.published)) return null
    if (props.draft)
      return {
        label: 'Publish and add to the site',
        icon: AddCircleIcon,
        disabled: step !== undefined,
        onHandle: publish,
      }
    const onHandle = () =>
      void addToList(path, client, id).then(
        () => toast.push({ status: 'success', closable: true, title: 'Added to the site' }),
        (error: unknown) => toast.push({ status: 'error', closable: true, title: messageOf(error) }),
      )
    return { label: 'Add to the site', icon: AddCircleIcon, onHandle }
  }
  return AddToSite
}

/** Whether the published home page has the document in the list; undefined until it is known. */
function useIsListed(path: Path, id: string): boolean | undefined {
  const documentStore = useDocumentStore()
  const [isListed, setListed] = useState<boolean>()
  useEffect(() => {
    const fetch = `$id in coalesce(*[_id == "home"][0].${path}[]._ref, [])`
    const query = { fetch, listen: '*[_id == "home"]' }
    const options = { ...CLIENT, perspective: 'published' } as const
    const subscription = followQuery<boolean>(documentStore, query, { id }, options).subscribe(setListed)
    return () => subscription.unsubscribe()
  }, [documentStore, path, id])
  return isListed
}
