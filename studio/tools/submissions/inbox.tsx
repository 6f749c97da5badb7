import { Button, Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { amountOf } from '../../../api/contract/amounts.ts'
import type { Erased } from '../../../api/contract/submissions.ts'
import { Alert } from '../alert.tsx'
import { Empty } from '../start/empty.tsx'
import { EVERYTHING, Filters } from './filters.tsx'
import { SubmissionCard } from './submission-card.tsx'
import { SubmissionDialog } from './submission-dialog.tsx'
import type { UnsentNotes } from './unsent-notes.ts'
import { lastSeen, markSeen, useNews } from './use-news.ts'
import { useSubmissions, type SubmissionFilter } from './use-submissions.ts'

/** New submissions are in the list within a second. */
const EVERY_MS = 500

interface Props {
  filter: SubmissionFilter
  /** Id of the submission that is open, as the address says. */
  opened: string | undefined
  unsent: UnsentNotes
  onFilter: (filter: SubmissionFilter) => void
  onOpen: (id: string) => void
  onClose: () => void
}

/** The list of submissions, with what came in meanwhile, and each of them in a dialog. */
export function Inbox({ filter, opened, unsent, onFilter, onOpen, onClose }: Props) {
  const [seen] = useState(lastSeen)
  const news = useNews(EVERY_MS, seen)
  const { list, hasMore, message, more, refresh } = useSubmissions(filter, news?.newest)
  const [erased, setErased] = useState<{ amount: Erased; newest: string }>()
  // What comes in after it is news again; what was erased may have been the newest.
  const isErasedLast = erased !== undefined && (news?.newest ?? '') <= erased.newest
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(EVERYTHING)

  useEffect(() => {
    if (news) markSeen(news.newest)
  }, [news])

  function open(id: string): void {
    onOpen(id)
    setErased(undefined)
  }

  return (
    <Stack gap={4}>
      <Filters filter={filter} onChange={onFilter} />
      <Text as="output" size={1} muted>
        {isErasedLast ? `Erased: ${amountOf(erased.amount)}.` : newsLine(news?.unseen ?? 0)}
      </Text>
      {message && <Alert message={message} />}
      {!list && !message && <Empty>Loading…</Empty>}
      {list?.length === 0 && (
        <Empty>
          {isNarrowed ? 'Nothing matches. Leave out a word or a filter.' : 'Nobody has sent anything yet.'}
        </Empty>
      )}
      {list && list.length > 0 && (
        <Stack as="ul" gap={2} aria-label="Submissions">
          {list.map((submission) => (
            <Card key={submission.id} as="li" border radius={2}>
              <SubmissionCard
                submission={submission}
                isNew={submission.id > seen && !submission.suspected}
                onOpen={() => open(submission.id)}
              />
            </Card>
          ))}
        </Stack>
      )}
      {hasMore && <Button mode="ghost" text="Show earlier submissions" onClick={more} />}
      {opened !== undefined && (
        <SubmissionDialog
          key={opened}
          id={opened}
          unsent={unsent}
          onErased={(amount) => {
            unsent.delete(opened)
            onClose()
            setErased({ amount, newest: news?.newest ?? '' })
            refresh()
          }}
          onClose={onClose}
        />
      )}
    </Stack>
  )
}

function newsLine(unseen: number): string {
  if (unseen === 0) return 'Nothing new. New submissions appear here by themselves.'
  return `${unseen === 100 ? 'Over 99' : unseen} new since you last looked.`
}
