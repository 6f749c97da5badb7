import { Fragment } from 'react'
import { useProjectId, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import { usePublishApproval } from '../review/publish-approval.ts'
import { useReviews } from '../review/review-store.ts'
import { ToolLink } from '../tool-link.tsx'
import { useCopies } from '../use-copies.ts'
import { useTitles } from '../use-titles.ts'
import type { Version } from './conflicts.ts'
import { ListBanner, MAX_SHOWN } from './short-list.tsx'
import { copiesToCompare, unapprovedIn } from './unapproved.ts'
import type { useOpenReleases } from './use-open-releases.ts'

/**
 * Names what is unapproved in open releases, if the site's settings ask for approval: the Studio's own buttons, which
 * schedule and run a release, can't be made to ask.
 */
export function UnapprovedReleases({ releases, versions }: ReturnType<typeof useOpenReleases>) {
  const approval = usePublishApproval()
  const found = useReviews()
  const isBound = useProjectId() === 'local' && approval === 'required'
  const reviews = approval !== 'off' && typeof found === 'object' ? found : undefined
  const copies = useCopies(reviews ? copiesToCompare(versions, reviews) : [])
  if (!reviews || !copies) return null
  // Where approval is required, the local lake schedules only approved releases, which are locked from then on.
  const open = isBound ? releases.filter(({ state }) => state !== 'scheduled') : releases
  const unapproved = unapprovedIn(open, versions, reviews, copies)
  return (
    <ListBanner tone="caution" items={unapproved} keyOf={({ name }) => name}>
      {({ name, title, versions: own }) => (
        <>
          Nobody approved this in the release <ToolLink tool={`releases/${name}`}>“{title}”</ToolLink> as it
          stands: <VersionLinks release={name} versions={own} />.
          {isBound && ' It can’t be scheduled or run until somebody does.'}
        </>
      )}
    </ListBanner>
  )
}

function VersionLinks({ release, versions }: { release: string; versions: readonly Version[] }) {
  const schema = useSchema()
  const shown = versions.slice(0, MAX_SHOWN).map(({ _id, _type: type }) => {
    return { version: _id, id: _id.slice(`versions.${release}.`.length), type }
  })
  const titleOf = useTitles(shown.map(({ version }) => version))
  const rest = versions.length - shown.length
  return (
    <>
      {shown.map(({ version, id, type }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <IntentLink intent="edit" params={{ id, type }} searchParams={perspectiveOf(release)}>
            {titleOf(version, schema.get(type)?.title)}
          </IntentLink>
        </Fragment>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}
