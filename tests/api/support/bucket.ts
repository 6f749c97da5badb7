import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { isSigned } from './signature.ts'

const secretAccessKey = 'S3RVER'

/**
 * A server that speaks S3, with one bucket, and takes what is signed only. `log` has each request, such as
 * `PUT index.html`; `failures` are answers in place of the bucket's, one for each request.
 */
export async function startBucketServer(bucket = 'site') {
  const s3 = new S3rver({
    directory: mkdtempSync(path.join(tmpdir(), 's3-')),
    silent: true,
    configureBuckets: [{ name: bucket }],
  })
  await s3.configureBuckets()
  const log: string[] = []
  const failures: (number | { status: number; code: string })[] = []
  const isNew = new Set<string>()
  const handle = s3.callback()
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { authorization } = request.headers
    log.push(`${request.method} ${decodeURIComponent(request.url ?? '').replace(`/${bucket}/`, '')}`)
    const unsigned = authorization !== undefined && !isSigned(request, body, secretAccessKey)
    const failure = unsigned
      ? { status: 403, code: 'SignatureDoesNotMatch' }
      : (failures.shift() ?? refusal(request))
    if (failure === undefined) return handle(again(request, body), response)
    const { status, code } = typeof failure === 'number' ? { status: failure, code: '' } : failure
    response.writeHead(status).end(`<Code>${code}</Code>`)
  }
  /** S3 takes a conditional write once; this stand-in for it knows no conditions. */
  function refusal({ method, url = '', headers }: IncomingMessage): number | undefined {
    if (method !== 'PUT' || headers['if-none-match'] !== '*') return undefined
    if (isNew.has(url)) return 412
    isNew.add(url)
    return undefined
  }
  const server = createServer((request, response) => {
    void answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

  /** Reads an object as the web does, without a signature. */
  async function read(key: string) {
    const response = await fetch(`${endpoint}/${bucket}/${encodeURIComponent(key)}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const options = { endpoint, bucket, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey }
  return { options, log, failures, read, close: () => server.close() }
}

/** A request whose body was read, as one whose body is still to come. */
function again(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, socket, httpVersion } = request
  const stream = Readable.from(body.length > 0 ? [body] : [])
  return Object.assign(stream, { method, url, headers, rawHeaders, socket, httpVersion }) as never
}
