import { useState } from 'react'
import type { DocumentActionComponent } from 'sanity'
import { usePublishApproval } from './publish-approval.ts'
import { useReviewOf } from './review-store.ts'

/**
 * The same, except for a draft that nobody approved, where the site's settings want that: there it asks, or waits.
 * @param others what it changes besides the draft at hand: an approval of this draft says nothing of that
 */
export function askApproval(publish: DocumentActionComponent, others?: string): DocumentActionComponent {
  const AskingAction: DocumentActionComponent = (props) => {
    const original = publish(props)
    const approval = usePublishApproval()
    const review = useReviewOf(props.draft)
    const [isAsking, setAsking] = useState(false)
    const onHandle = original?.onHandle
    if (onHandle && others !== undefined && approval === 'required')
      return {
        ...original,
        disabled: true,
        title: `It would change ${others}, too, which needs an approval of its own: publish this alone, add it there, and say “Ready for review”.`,
      }
    if (!onHandle || !props.draft || approval === 'off' || review?.status === 'approved') return original
    if (approval === 'required')
      return {
        ...original,
        disabled: true,
        title: review
          ? 'Waits for somebody to approve it.'
          : 'Nobody approved this draft as it stands: say “Ready for review” first.',
      }
    return {
      ...original,
      onHandle: () => setAsking(true),
      dialog: isAsking
        ? {
            type: 'confirm',
            tone: 'caution',
            message: 'Nobody approved this draft as it stands. Publish it anyway?',
            confirmButtonText: 'Publish anyway',
            onConfirm: () => {
              setAsking(false)
              onHandle()
            },
            onCancel: () => setAsking(false),
          }
        : (original.dialog ?? false),
    }
  }
  return Object.assign(AskingAction, { action: publish.action, displayName: 'AskingAction' })
}
