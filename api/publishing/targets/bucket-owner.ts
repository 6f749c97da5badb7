import { createHash } from 'node:crypto'
import { S3Fault, type Bucket } from './s3.ts'

/** Holds the id of the site that the bucket belongs to, which all nodes of the site share. */
const OWNER_KEY = 'owner.json'

export const OTHERS_BUCKET =
  'This bucket belongs to another site, or to another server of this one, so nothing was written to it. Set S3_BUCKET to a bucket of its own. If that other one is gone for good, delete owner.json in the bucket.'

/** Whether the bucket belongs to another site. One that belongs to nobody is left as it is. */
export async function isOthers(bucket: Pick<Bucket, 'read'>, owner: string): Promise<boolean> {
  const text = await bucket.read(OWNER_KEY)
  return text !== undefined && text !== textOf(owner)
}

/** Claims the bucket for this site if nobody has. Returns whether it is this site's now. */
export async function ownBucket(bucket: Pick<Bucket, 'read' | 'put'>, owner: string): Promise<boolean> {
  if ((await bucket.read(OWNER_KEY)) !== undefined) return !(await isOthers(bucket, owner))
  const body = Buffer.from(textOf(owner))
  const md5 = createHash('md5').update(body).digest('hex')
  const object = { key: OWNER_KEY, body, type: 'application/json', cacheControl: 'no-store', md5 }
  try {
    await bucket.put(object, { isNew: true })
  } catch (error) {
    // 412 and 409: another writer came first.
    if (!(error instanceof S3Fault) || (error.status !== 412 && error.status !== 409)) throw error
  }
  // A server that ignores conditions keeps the later of two writes, so it is read again.
  return !(await isOthers(bucket, owner))
}

function textOf(owner: string): string {
  return JSON.stringify({ owner })
}
