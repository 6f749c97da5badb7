import { useEffect, useState } from 'react'
import { useActiveReleases, useDocumentStore } from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { schemaTypes } from '../../schema/index.ts'
import { followQuery } from '../follow-query.ts'
import type { OpenRelease, Version } from './conflicts.ts'

const OPTIONS = { ...CLIENT, perspective: 'raw', throttleTime: 1_000 } as const
const TYPES = { types: schemaTypes.map(({ name }) => name) }
const QUERY = {
  fetch: `*[_id in path("versions.**") && _type in $types]{
    _id, _type, _rev, _updatedAt, "isEnding": _system.delete == true, "base": _system.base.id,
    "live": *[_id == array::join(string::split(^._id, ".")[2..-1], ".")][0]._updatedAt
  }`,
  listen: '*[_type in $types]',
}

/** The open releases and their versions. */
export function useOpenReleases(): { releases: readonly OpenRelease[]; versions: readonly Version[] } {
  const { data: releases } = useActiveReleases()
  const store = useDocumentStore()
  const [versions, setVersions] = useState<readonly Version[]>([])
  const hasReleases = releases.length > 0

  useEffect(() => {
    if (!hasReleases) return undefined
    const subscription = followQuery<Version[]>(store, QUERY, TYPES, OPTIONS).subscribe(setVersions)
    return () => subscription.unsubscribe()
  }, [store, hasReleases])

  return { releases, versions }
}
