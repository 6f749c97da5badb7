import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import type { BucketObject } from './objects.ts'

/** Where a bucket is and who may write there. */
export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  timeoutMs?: number
}

/** A bucket that speaks S3's protocol. Every call throws an `S3Fault` when the answer is no success. */
export interface Bucket {
  /** Entity tags of all objects, by key. */
  list(): Promise<Map<string, string>>
  /** The text of an object, or undefined if there is none. */
  read(key: string): Promise<string | undefined>
  /** @param isNew refuses with 412 where there is an object of that key, on servers that know conditions */
  put(object: BucketObject, options?: { isNew: boolean }): Promise<void>
  remove(key: string): Promise<void>
}

/** What went wrong, without address or key: status and S3's own code, such as `403 AccessDenied`. */
export class S3Fault extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`.trim())
    this.status = status
    this.code = code
  }
}

/** Opens a bucket by its path-style address, which every server knows. Server errors are retried three times. */
export function openBucket({ timeoutMs = 30_000, ...options }: S3Options): Bucket {
  const { accessKeyId, secretAccessKey, region } = options
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: 3,
    initRetryMs: 200,
  })
  const base = `${options.endpoint.replace(/\/+$/u, '')}/${options.bucket}`

  async function ask(method: string, rest: string, object?: BucketObject, isNew = false): Promise<Response> {
    const body = object?.body
    return client.fetch(base + rest, {
      method,
      ...(body && { body }),
      headers: {
        // Signed, so that a server refuses bytes that changed on the way.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(object && { 'content-type': object.type, 'cache-control': object.cacheControl }),
        ...(isNew && { 'if-none-match': '*' }),
        // Buckets send no content security policy, so an SVG that is opened by itself is downloaded. Pages show it all
        // the same.
        ...(object?.type.startsWith('image/svg') && { 'content-disposition': 'attachment' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  async function list(): Promise<Map<string, string>> {
    const tags = new Map<string, string>()
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', ...(token && { 'continuation-token': token }) })
      const response = await ask('GET', `?${query}`)
      const text = await textOf(response)
      // Some servers answer with a page and 200, such as their console, and an answer may be cut off.
      if (!text.includes('</ListBucketResult>'))
        throw new S3Fault(response.status, 'no whole list of objects')
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gsu))
        tags.set(element(entry, 'Key') ?? '', (element(entry, 'ETag') ?? '').replaceAll('"', ''))
      token = element(text, 'NextContinuationToken')
    } while (token)
    return tags
  }

  async function read(key: string): Promise<string | undefined> {
    const response = await ask('GET', `/${encodeKey(key)}`)
    if (response.status !== 404) return textOf(response)
    await response.body?.cancel()
    return undefined
  }

  async function put(object: BucketObject, { isNew } = { isNew: false }): Promise<void> {
    await textOf(await ask('PUT', `/${encodeKey(object.key)}`, object, isNew))
  }

  async function remove(key: string): Promise<void> {
    await textOf(await ask('DELETE', `/${encodeKey(key)}`))
  }
  return { list, read, put, remove }
}

function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new S3Fault(response.status, element(text, 'Code') ?? '')
  return text
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first element of a name. S3's answers have no attributes there and no nesting. */
function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(xml)?.[1]
  return text?.replaceAll(/&(?:#(\d+)|(\w+));/gu, (entity, code: string | undefined, word: string) =>
    code === undefined ? (ENTITIES[word] ?? entity) : String.fromCodePoint(Number(code)),
  )
}
