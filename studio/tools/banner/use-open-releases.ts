import { useEffect, useState } from 'react'
import { useActiveReleases, useDocumentStore } from 'sanity'
import { schemaTypes } from '../../schema/index.ts'
import type { OpenRelease, Version } from './conflicts.ts'

const API = { apiVersion: '2025-02-19', perspective: 'raw', throttleTime: 1_000 } as const
const TYPES = { types: schemaTypes.map(({ name }) => name) }
const QUERY = {
  fetch: `*[_id in path("versions.**") && _type in $types]{
    _id, _type, _rev, _updatedAt, "isEnding": _system.delete == true, "live": *[_id == string::split(^._id, ".")[2]][0]._updatedAt
  }`,
  listen: '*[_type in $types]',
}

/** The releases that are still to go live, and what is in them. */
export function useOpenReleases(): { releases: readonly OpenRelease[]; versions: readonly Version[] } {
  const { data: releases } = useActiveReleases()
  const store = useDocumentStore()
  const [versions, setVersions] = useState<readonly Version[]>([])
  const hasReleases = releases.length > 0

  useEffect(() => {
    if (!hasReleases) return undefined
    const subscription = store.listenQuery(QUERY, TYPES, API).subscribe(setVersions)
    return () => subscription.unsubscribe()
  }, [store, hasReleases])

  return { releases, versions }
}
