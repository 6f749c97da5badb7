import { createHash } from 'node:crypto'
import type { PublicManifest } from '../../../web/publisher/release/public-manifest.ts'
import { messageOf } from '../../contract/operational-error.ts'
import { AttemptFailed } from '../../delivery/attempt.ts'
import { OTHERS_BUCKET, ownBucket } from './bucket-owner.ts'
import { addressOf, MANIFEST_KEY, pageKeys, releaseObjects, type BucketObject } from './objects.ts'
import { mayPass, postJson } from './post-json.ts'
import { openBucket, S3Fault, type Bucket, type S3Options } from './s3.ts'
import type { Target, TargetManifest, TargetRelease } from './target.ts'

export interface BucketOptions extends S3Options {
  /** Asked to forget what changed, after each release. */
  purgeUrl?: string
  /** The id of this site: a bucket belongs to one. */
  owner: () => Promise<string>
}

const AT_ONCE = 8

/**
 * Keys of new pages during a push, until the manifest names them. If the push breaks off and the next release lacks
 * those pages, nothing else would tell that they are there.
 */
const PUSHING_KEY = 'pushing.json'

/**
 * A bucket that a CDN or the web reads from. A push goes in an order in which visitors always find what a page needs:
 * changed assets, then pages, then pages that are gone are removed. The manifest comes last, as the record of what the
 * bucket holds: the next push completes one that broke off, and removes the pages that are no longer wanted. Then the
 * CDN is purged.
 */
export function createBucketTarget({ purgeUrl, owner, ...options }: BucketOptions): Target {
  const bucket = openBucket(options)
  /**
   * Paths that changed and are not purged yet. At a start these are all, as nobody knows what the last process left.
   */
  let owed: Set<string> | undefined

  async function deliver(
    { folder, manifest }: TargetRelease,
    _superseded: AbortSignal,
    mayGoOn: () => boolean,
  ): Promise<void> {
    try {
      if (!(await ownBucket(bucket, await owner())))
        throw new AttemptFailed(OTHERS_BUCKET, { isPermanent: true })
      owed ??= new Set(Object.keys(manifest.pages))
      for await (const key of pushRelease(bucket, folder, manifest, mayGoOn)) owed.add(addressOf(key))
    } catch (error) {
      throw failure(error)
    }
    if (purgeUrl !== undefined && owed.size > 0) {
      const status = await postJson(purgeUrl, { release: manifest.id, paths: [...owed] }, 15_000)
      if (status === undefined || status < 200 || status >= 300) throw unpurged(status)
    }
    owed.clear()
  }
  return { name: 'bucket', deliver }
}

/**
 * Brings a bucket to a release, and yields each key that it changed. Objects that are there already are not sent again,
 * except to a bucket that encrypts with keys of its own: its tags don't show what they hold.
 */
async function* pushRelease(
  bucket: Bucket,
  folder: string,
  manifest: TargetManifest,
  mayGoOn: () => boolean,
): AsyncGenerator<string, void, void> {
  const [tags, before, pushing] = await Promise.all([
    bucket.list(),
    bucket.read(MANIFEST_KEY),
    readPushing(bucket),
  ])
  const { assets, pages, others, record } = await releaseObjects(folder, manifest)
  const wanted = new Set(pageKeys(manifest))
  const known = new Set([...pushing, ...(before ? pageKeys(JSON.parse(before) as PublicManifest) : [])])
  const added = [...wanted].filter((key) => !known.has(key))
  const files = new Set([...assets, ...others, ...record].map(({ key }) => key))
  const gone = [...known].filter((key) => !wanted.has(key) && !files.has(key))

  /** Does the work. @throws AttemptFailed if another node, whose releases are newer, delivers by now */
  async function step<Done>(work: () => Promise<Done>): Promise<Done> {
    if (!mayGoOn()) throw new AttemptFailed('Another server of this site brings its releases now.')
    return work()
  }
  /** A few at a time, as each is a round trip. */
  async function* inTurns<Item>(
    items: readonly Item[],
    work: (item: Item) => Promise<string | undefined>,
  ): AsyncGenerator<string, void, void> {
    for (let start = 0; start < items.length; start += AT_ONCE) {
      const keys = await step(() => Promise.all(items.slice(start, start + AT_ONCE).map(work)))
      yield* keys.filter((key) => key !== undefined)
    }
  }
  async function put(object: BucketObject): Promise<string | undefined> {
    if (tags.get(object.key) === object.md5) return undefined
    await bucket.put(object)
    return object.key
  }
  yield* inTurns(assets, put)
  // Not yielded, as no visitor asks for this file and no cache has it.
  if (added.length > 0) await step(() => bucket.put(pushingObject([...pushing, ...added])))
  yield* inTurns(pages, put)
  yield* inTurns(others, put)
  yield* inTurns(gone, async (key) => {
    await bucket.remove(key)
    return key
  })
  yield* inTurns(record, put)
  if (added.length > 0 || pushing.length > 0) await step(() => bucket.remove(PUSHING_KEY))
}

/** The keys that a push noted before it broke off. */
async function readPushing(bucket: Bucket): Promise<string[]> {
  const text = await bucket.read(PUSHING_KEY)
  return text === undefined ? [] : (JSON.parse(text) as { pages: string[] }).pages
}

function pushingObject(pages: readonly string[]): BucketObject {
  const body = Buffer.from(JSON.stringify({ pages }))
  const md5 = createHash('md5').update(body).digest('hex')
  return { key: PUSHING_KEY, body, type: 'application/json', cacheControl: 'no-store', md5 }
}

/** Another request was at work on the same object. */
const CONFLICT = 409
/** Refusals that end by themselves: a connection that was too slow, or a clock that is being set. */
const PASSING: ReadonlySet<string> = new Set(['RequestTimeout', 'OperationAborted', 'RequestTimeTooSkewed'])

/** A person has to mend a refusal; everything else may pass. */
function failure(error: unknown): AttemptFailed {
  if (error instanceof AttemptFailed) return error
  const isPermanent =
    error instanceof S3Fault &&
    !mayPass(error.status) &&
    error.status !== CONFLICT &&
    !PASSING.has(error.code)
  const reason = messageOf(error)
  const message = isPermanent
    ? `The bucket refused the release (${reason}). Check S3_ENDPOINT, S3_BUCKET and the rights of S3_ACCESS_KEY_ID: the next publish or start tries again.`
    : `The bucket could not be reached (${reason}). It is tried again.`
  return new AttemptFailed(message, { isPermanent, cause: error })
}

function unpurged(status: number | undefined): AttemptFailed {
  const outcome = status === undefined ? 'did not answer' : `answered ${status}`
  return new AttemptFailed(
    `The release is in the bucket, but PURGE_URL ${outcome}, so visitors may see the one before. It is tried again.`,
  )
}
