import { useUser, type DocumentBadgeComponent } from 'sanity'
import { useReviewOf } from './review-store.ts'

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
