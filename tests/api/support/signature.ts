import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Whether a request is signed with this key, after the published description of Signature Version 4: s3rver
 * takes any. The body counts too, as its hash is among what is signed.
 */
export function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const { headers, method = '', url = '' } = request
  const match = /Credential=[^/]+\/(\d+\/[^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/u.exec(
    headers.authorization ?? '',
  )
  const [, scope = '', names = '', signature] = match ?? []
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return false

  const [path, query = ''] = url.split('?')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, query.split('&').toSorted().join('&'), signed.join(''), names, hash]
  const at = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical.join('\n'))].join('\n')
  let key: string | Buffer = `AWS4${secret}`
  for (const part of scope.split('/')) key = hmac(key, part)
  return hmac(key, text).toString('hex') === signature
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}
