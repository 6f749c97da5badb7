import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { botCheckWorker } from '../forms/browser/bot-check-worker.ts'
import { botCheckClient } from '../forms/browser/bot-check.ts'
import type { SiteFile } from './release.ts'

/** The bot check's scripts for browsers. Node has stripped their types when it loaded them. */
export function botCheckScripts(base: string): { client: SiteFile; worker: SiteFile } {
  return {
    client: script('client.js', `(${botCheckClient.toString()})(${JSON.stringify(base)})`),
    worker: script('worker.js', `(${botCheckWorker.toString()})()`),
  }
}

function script(name: string, text: string): SiteFile {
  const lines = text.split('\n').map((line) => line.trim())
  const body = Buffer.from(lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n'))
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { name, body, brotli: brotliCompressSync(body), etag }
}
