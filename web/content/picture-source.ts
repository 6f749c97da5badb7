import { createHash } from 'node:crypto'
import type { ContentSource } from './client.ts'
import { PICTURE_BYTES, type PictureFile } from './picture-files.ts'

/** Why a picture can't be shown, as what follows the field's name. */
export interface Refusal {
  reason: string
  /** Finding out took until the deadline. */
  slow?: boolean
}

/** Reads the bytes of a picture from the content source. Never throws. */
export type FetchPicture = (file: PictureFile) => Promise<Buffer<ArrayBuffer> | Refusal>

const CDN = 'https://cdn.sanity.io'
const DEADLINE_MS = 15_000

const GONE: Refusal = {
  reason: 'refers to a picture whose file is gone from the content. Upload it again.',
}
const DAMAGED: Refusal = {
  reason: 'refers to a picture whose file is not what was uploaded. Upload it again.',
}
const OTHER_TYPE: Refusal = {
  reason: 'refers to a file that is not the kind of picture it is named. Upload it again.',
}
const TOO_LARGE: Refusal = {
  reason: `refers to a picture of more than ${PICTURE_BYTES / 1000} kB, the most that a page may have. Upload a smaller one.`,
}

/**
 * Reads pictures from the one place where the source keeps them: the local lake itself, or Sanity's CDN. An answer
 * counts only with the bytes that the asset is named by.
 */
export function pictureSource({ client }: ContentSource, deadline = DEADLINE_MS): FetchPicture {
  const { projectId, dataset, apiHost, useProjectHostname, token } = client.config()
  const isLocal = !useProjectHostname
  const base = `${isLocal ? apiHost : CDN}/images/${projectId}/${dataset}`
  const headers = isLocal && token ? { authorization: `Bearer ${token}` } : undefined

  return async (file) => {
    try {
      const signal = AbortSignal.timeout(deadline)
      const answer = await fetch(`${base}/${file.name}`, {
        redirect: 'error',
        signal,
        ...(headers && { headers }),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        return answer.status === 404 ? GONE : notNow(`HTTP ${answer.status}`)
      }
      const bytes = await readAtMost(answer, PICTURE_BYTES)
      return bytes ? judge(bytes, file) : TOO_LARGE
    } catch (error) {
      const slow = error instanceof Error && error.name === 'TimeoutError'
      return { ...notNow(slow ? 'no answer in time' : reasonOf(error)), slow }
    }
  }
}

function notNow(reason: string): Refusal {
  return {
    reason: `refers to a picture that could not be read just now (${reason}). It is tried again within five minutes.`,
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error ? cause.message : message
}

/** The body, or nothing when it is longer. */
async function readAtMost(answer: Response, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    // Leaving the loop ends the transfer.
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function judge(bytes: Buffer<ArrayBuffer>, { sha1, extension }: PictureFile): Buffer<ArrayBuffer> | Refusal {
  if (createHash('sha1').update(bytes).digest('hex') !== sha1) return DAMAGED
  return isOfType(bytes, extension) ? bytes : OTHER_TYPE
}

function isOfType(bytes: Buffer, extension: string): boolean {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  switch (extension) {
    case 'png':
      return text(0, 8) === '\x89PNG\r\n\x1a\n'
    case 'jpg':
      return text(0, 3) === '\xff\xd8\xff'
    case 'gif':
      return /^GIF8[79]a/.test(text(0, 6))
    case 'webp':
      return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP'
    case 'avif':
      return /^ftyp.*avi[fs]/s.test(text(4, 64))
    case 'svg':
      // A prolog may stand before the root. What is in the picture is for its policy to bound, wherever it is served.
      return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|!--|!DOCTYPE\s|(?:[\w-]+:)?svg[\s/>])/.test(text(0, 1024))
    default:
      return false
  }
}
