import {
  getDraftId,
  getPublishedId,
  useSyncState,
  useValidationStatus,
  type DocumentActionComponent,
  type DocumentActionProps,
} from 'sanity'
import { usePendingStep } from './pending.ts'
import type { Step } from './publish-when-ready.ts'
import { useKeptPublish, type BeforePublish } from './use-kept-publish.tsx'

const LABELS: Record<Step, string> = {
  uploading: 'Publishing once the picture is uploaded…',
  checking: 'Publishing once it is checked…',
  publishing: 'Publishing…',
}

/**
 * The Studio's publish, except for its click: it is kept while an upload runs, or while edits are stored and checked,
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
    const onHandle = useKeptPublish(props, { before })
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
