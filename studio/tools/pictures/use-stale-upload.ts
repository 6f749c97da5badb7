import { useEffect, useMemo, useState } from 'react'
import type { ImageValue } from 'sanity'
import { msUntilStale } from '../publish/uploads.ts'

/** Older than any upload that still runs. */
const LONG_AGO = new Date(0).toISOString()

/**
 * A picture as the Studio is to see it. It offers to clear an upload that its tab left, but looks at the time of one
 * only when that changes: a form that is opened earlier would show its bar for as long as it stays open.
 */
export function useStaleUpload(value: ImageValue | undefined): ImageValue | undefined {
  const upload = value?.['_upload'] as { updatedAt?: string } | undefined
  const updatedAt = upload?.updatedAt
  const [stale, setStale] = useState<string>()

  useEffect(() => {
    if (updatedAt === undefined) return undefined
    const timer = window.setTimeout(() => setStale(updatedAt), Math.max(0, msUntilStale(updatedAt)))
    return () => window.clearTimeout(timer)
  }, [updatedAt])

  return useMemo(
    () =>
      upload && stale === upload.updatedAt
        ? { ...value, _upload: { ...upload, updatedAt: LONG_AGO } }
        : value,
    [value, upload, stale],
  )
}
