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
 * The Studio's publish action, with a click that is kept while an upload runs or edits are stored and checked. The
 * publish then happens wherever the editor is by that time. The Studio's own action would be lost with the form.
 */
export function keepPublish(
  publish: DocumentActionComponent,
  before?: BeforePublish,
): DocumentActionComponent {
  const KeptPublish: DocumentActionComponent = (props) => {
    const original = publish(props)
    const step = usePendingStep(getPublishedId(props.id))
    const isChecked = useIsChecked(props)
    const keptPublish = useKeptPublish(props, { before })
    // A version, which is published with its release.
    if (props.version ?? props.release) return original
    if (step) return { ...original, label: LABELS[step], title: null, disabled: true }
    if (!original?.onHandle) return original
    const onHandle = () => {
      focusBesideButton()
      keptPublish()
    }
    // A fault from before the last edit may be corrected by now.
    return { ...original, disabled: original.disabled === true && isChecked, onHandle }
  }
  return Object.assign(KeptPublish, { action: publish.action, displayName: 'KeptPublish' })
}

/** Whether the Studio's validation is of the draft as it is now. */
function useIsChecked({ id, type, draft }: DocumentActionProps): boolean {
  const { isSyncing } = useSyncState(getPublishedId(id), type)
  const { isValidating, revision } = useValidationStatus(getDraftId(id), type, true)
  return !isSyncing && !isValidating && revision === draft?._rev
}

/**
 * Moves the focus of somebody who publishes by keys to the menu beside the button: a button that is disabled loses it.
 * After a click, the menu's tooltip would cover the receipt.
 */
function focusBesideButton(): void {
  const focused = document.activeElement
  if (!focused?.matches(':focus-visible')) return
  const footer = focused.closest('[data-testid="pane-footer"]')
  footer?.querySelector<HTMLElement>('[data-testid="action-menu-button"]')?.focus()
}
