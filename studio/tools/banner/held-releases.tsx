import { Fragment } from 'react'
import { useActiveReleases } from 'sanity'
import type { ReleaseFault } from '../../../api/contract/content-error.ts'
import { FieldLink } from '../receipt/field-link.tsx'
import { ToolLink } from '../tool-link.tsx'
import { reasonsOf } from './held-reasons.ts'
import { ListBanner } from './short-list.tsx'

/** Releases that should be live and are not. Shown to everybody, as whoever scheduled one may be away. */
export function HeldReleases() {
  const { data } = useActiveReleases()
  return (
    <ListBanner tone="critical" items={reasonsOf(data)} keyOf={({ name }) => name}>
      {({ name, title, faults }) => (
        <>
          The release <ToolLink tool={`releases/${name}`}>“{title}”</ToolLink> is not live:
          {faults.map((fault) => (
            <Fragment key={`${fault.documentId} ${fault.path} ${fault.message}`}>
              {' '}
              <Reason release={name} {...fault} />
            </Fragment>
          ))}
        </>
      )}
    </ListBanner>
  )
}

/** Links to the document as it is in the release, which is open again. */
function Reason({ release, documentId, type, title, path, message }: ReleaseFault & { release: string }) {
  if (documentId === undefined || type === undefined) return message
  return (
    <>
      <FieldLink id={documentId} type={type} path={path} release={release}>
        {title ?? 'Document'}
      </FieldLink>
      : {message}
    </>
  )
}
