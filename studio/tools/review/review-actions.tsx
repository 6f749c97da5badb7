import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import { UndoIcon } from '@sanity/icons/Undo'
import { useToast } from '@sanity/ui/toast'
import {
  getPublishedId,
  useCurrentUser,
  useSyncState,
  type DocumentActionComponent,
  type DocumentActionProps,
  useUser,
  type DocumentBadgeComponent,
} from 'sanity'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { useIsAdministrator } from '../administrator.ts'
import type { Review } from './open-reviews.ts'
import { useReviewOf, useReviews, useReviewWriter } from './review-store.ts'

/** Asks for a review of a finished draft. */
export const ReadyAction: DocumentActionComponent = (props) => {
  const { document, review, me, isStored, attempt, isPossible } = useReviewed(props)
  const { request } = useReviewWriter()
  if (!isPossible || !document || review) return null
  return {
    label: 'Ready for review',
    icon: EyeOpenIcon,
    disabled: !isStored,
    onHandle: () => attempt(request(document, me), 'Listed under “For review” on the first screen'),
  }
}

/** Says that a draft may be published as it stands. */
export const ApproveAction: DocumentActionComponent = (props) => {
  const { document, review, me, isStored, attempt } = useReviewed(props)
  const { approve } = useReviewWriter()
  const isAdministrator = useIsAdministrator()
  if (!document || review?.status !== 'ready') return null
  const isOwn = review.requestedBy === me && !isAdministrator
  return {
    label: 'Approve',
    icon: CheckmarkCircleIcon,
    tone: 'positive',
    disabled: isOwn || !isStored,
    ...(isOwn && { title: 'You asked for this review, so somebody else has to approve it.' }),
    onHandle: () =>
      attempt(approve(review, document._rev, me), 'Approved as it stands. An edit reopens the review'),
  }
}

/** Ends a review: the draft is being written again. */
export const TakeBackAction: DocumentActionComponent = (props) => {
  const { review, me, attempt } = useReviewed(props)
  const { takeBack } = useReviewWriter()
  const isAdministrator = useIsAdministrator()
  if (!review || !(isAdministrator || isBy(review, me))) return null
  return {
    label: review.status === 'approved' ? 'Take approval back' : 'Take back from review',
    icon: UndoIcon,
    onHandle: () => attempt(takeBack(review), 'The review has ended'),
  }
}

function isBy({ requestedBy, approvedBy }: Review, id: string): boolean {
  return requestedBy === id || approvedBy === id
}

/** The draft or version at hand, and what was said of it. */
function useReviewed({ id, type, draft, version }: DocumentActionProps) {
  const toast = useToast()
  const { id: me = '' } = useCurrentUser() ?? {}
  const { isSyncing } = useSyncState(getPublishedId(id), type)
  const document = version ?? draft
  const reviews = useReviews()

  function attempt(work: Promise<unknown>, done: string): void {
    work.then(
      () => toast.push({ status: 'success', closable: true, title: done }),
      (error: unknown) =>
        toast.push({ status: 'error', closable: true, title: 'Not done', description: messageOf(error) }),
    )
  }
  return {
    document,
    review: useReviewOf(document),
    me,
    isStored: !isSyncing,
    attempt,
    isPossible: reviews !== undefined && reviews !== 'absent',
  }
}

/** Says beside a document what was said of its draft. */
export const ReviewBadge: DocumentBadgeComponent = ({ draft, version }) => {
  const review = useReviewOf(version ?? draft)
  const [user] = useUser(review?.approvedBy ?? review?.requestedBy ?? '')
  if (!review) return null
  const name = user?.displayName ?? 'somebody'
  return review.status === 'approved'
    ? { label: 'Approved', title: `Approved by ${name}`, color: 'success' }
    : { label: 'For review', title: `${name} asks for a review`, color: 'primary' }
}
