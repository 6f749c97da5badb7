import { useEffect, useState } from 'react'
import { useActiveReleases, useDocumentStore } from 'sanity'
import { schemaTypes } from '../../schema/index.ts'

/** A version of a release whose document was published after the version was last written. */
export interface Conflict {
  /** Id of the published document. */
  id: string
  type: string
  /** Of the release, as in ids of its versions. */
  release: string
  releaseTitle: string
}

interface Version {
  _id: string
  _type: string
  _updatedAt: string
  /** When what is published was written; null where nothing is. */
  live: string | null
}

const API = { apiVersion: '2025-02-19', perspective: 'raw', throttleTime: 1_000 } as const
const TYPES = { types: schemaTypes.map(({ name }) => name) }
const QUERY = {
  fetch: `*[_id in path("versions.**") && _type in $types]{
    _id, _type, _updatedAt, "live": *[_id == string::split(^._id, ".")[2]][0]._updatedAt
  }`,
  listen: '*[_type in $types]',
}

/** What the releases that are still to go live would write over. */
export function useConflicts(): readonly Conflict[] {
  const { data: releases } = useActiveReleases()
  const store = useDocumentStore()
  const [versions, setVersions] = useState<readonly Version[]>([])
  const hasReleases = releases.length > 0

  useEffect(() => {
    if (!hasReleases) return undefined
    const subscription = store.listenQuery(QUERY, TYPES, API).subscribe(setVersions)
    return () => subscription.unsubscribe()
  }, [store, hasReleases])

  return releases.flatMap(({ _id, metadata }) => {
    const release = _id.slice('_.releases.'.length)
    const prefix = `versions.${release}.`
    return versions
      .filter((version) => version._id.startsWith(prefix) && isOutdated(version))
      .map(({ _id: id, _type: type }) => ({
        id: id.slice(prefix.length),
        type,
        release,
        releaseTitle: metadata.title?.trim() || 'Untitled',
      }))
  })
}

function isOutdated({ _updatedAt: writtenAt, live }: Pick<Version, '_updatedAt' | 'live'>): boolean {
  return live !== null && Date.parse(live) > Date.parse(writtenAt)
}
