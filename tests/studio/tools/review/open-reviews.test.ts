import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import { AUTHOR } from '../../../../studio/lake/http/caller.ts'
import { openReviews } from '../../../../studio/tools/review/open-reviews.ts'
import { startLake } from '../../lake/fixture.ts'

const DRAFT = 'drafts.faq-two'
const REVIEW = `review.${DRAFT}`
const PUBLISH = {
  actionType: 'sanity.action.document.publish',
  draftId: DRAFT,
  publishedId: 'faq-two',
} as const

/** A hosted project’s datasets of documents and of comments, as those of two lakes: neither knows of the other. */
async function startHosted() {
  const { client } = await startLake()
  const other = (await startLake()).client
  const content = client.withConfig({ perspective: 'raw' })
  const comments = other.withConfig({ dataset: 'production-comments', perspective: 'raw' })
  for (const lake of [content, other]) await edit(lake, 'Written', 'first')
  await comments.create({
    _id: REVIEW,
    _type: 'review',
    document: DRAFT,
    documentType: 'faqGroup',
    status: 'ready',
    revision: 'first',
    requestedBy: AUTHOR,
  })
  return { content, comments }
}

async function edit(content: SanityClient, title: string, revision: string): Promise<void> {
  await content.mutate([{ patch: { id: DRAFT, set: { title } } }], { transactionId: revision })
}

/** What an open Studio shows of each review. */
function openStudio({ comments, content }: Awaited<ReturnType<typeof startHosted>>) {
  const { read, subscribe } = openReviews(comments, content)
  let looks = 0
  subscribe(() => (looks += 1))
  const shown = () => {
    const reviews = read()
    return Array.isArray(reviews) ? reviews.map(({ status }) => status) : reviews
  }
  return { shown, looks: () => looks }
}

test.each([
  ['published', (content: SanityClient) => content.action(PUBLISH)],
  ['discarded', (content: SanityClient) => content.delete(DRAFT)],
])('a review ends with its draft: %s', async (_, end) => {
  const hosted = await startHosted()
  const { shown } = openStudio(hosted)
  await expect.poll(shown).toEqual(['ready'])
  await end(hosted.content)
  await expect.poll(shown).toEqual([])
  await expect.poll(() => hosted.comments.getDocument(REVIEW)).toBeUndefined()
})

test('an approval is one of what was looked at: an edit makes it a question again', async () => {
  const hosted = await startHosted()
  const { shown } = openStudio(hosted)
  await hosted.comments.patch(REVIEW).set({ status: 'approved', approvedBy: AUTHOR }).commit()
  await expect.poll(shown).toEqual(['approved'])
  await edit(hosted.content, 'Edited', 'second')
  await expect.poll(shown).toEqual(['ready'])
})

test('what was asked of a draft that ended while no Studio was open is not asked of the next one', async () => {
  const hosted = await startHosted()
  await hosted.content.delete(DRAFT)
  const { shown, looks } = openStudio(hosted)
  // The second time it hears of drafts, too.
  await expect.poll(looks).toBe(2)
  expect(shown()).toEqual([])
  await hosted.content.create({ _id: DRAFT, _type: 'faqGroup', title: 'The next one' })
  await expect.poll(() => hosted.comments.getDocument(REVIEW)).toBeUndefined()
})
