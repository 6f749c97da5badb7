import { createHash } from 'node:crypto'
import type { BucketObject } from './objects.ts'
import type { Bucket } from './s3.ts'

/**
 * Keys of the pages that are on their way up, until the manifest names them: where a push breaks off and a release
 * without those pages follows, nothing else would tell that they are there.
 */
export const PUSHING_KEY = 'pushing.json'

/** The keys that a push which broke off left word of. */
export async function readPushing(bucket: Pick<Bucket, 'read'>): Promise<string[]> {
  const text = await bucket.read(PUSHING_KEY)
  return text === undefined ? [] : (JSON.parse(text) as { pages: string[] }).pages
}

export function pushingObject(pages: readonly string[]): BucketObject {
  const body = Buffer.from(JSON.stringify({ pages }))
  const md5 = createHash('md5').update(body).digest('hex')
  return { key: PUSHING_KEY, body, type: 'application/json', cacheControl: 'no-store', md5 }
}
