import { createHash } from 'node:crypto'
import { MAX_PICTURE_BYTES, MAX_VECTOR_BYTES, pictureFormat } from '../../api/contract/pictures.ts'
import type { ContentSource } from './client.ts'
import type { PictureFile } from './picture-files.ts'
import { vectorFault } from './vector-fault.ts'

/** Why a picture can't be shown: the words that follow the field's name. */
export interface Refusal {
  reason: string
  /** The source did not answer before the deadline. */
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
  reason: `refers to a picture of more than ${MAX_PICTURE_BYTES / 1_000_000} MB. Upload a smaller one.`,
}
const TOO_LARGE_VECTOR: Refusal = {
  reason: `refers to an SVG picture of more than ${MAX_VECTOR_BYTES / 1000} kB, which visitors get as it is. Simplify it, or save it as PNG.`,
}

/**
 * Reads pictures from where the source keeps them: the local lake itself, or Sanity's CDN. Bytes are accepted only with
 * the hash that the asset is named by.
 */
export function pictureSource({ client }: ContentSource, deadline = DEADLINE_MS): FetchPicture {
  const { projectId, dataset, apiHost, useProjectHostname, token } = client.config()
  const isLocal = !useProjectHostname
  const base = `${isLocal ? apiHost : CDN}/images/${projectId}/${dataset}`
  const headers = isLocal && token ? { authorization: `Bearer ${token}` } : undefined

  return async (file) => {
    try {
      const signal = AbortSignal.timeout(deadline)
      const response = await fetch(`${base}/${file.name}`, {
        redirect: 'error',
        signal,
        ...(headers && { headers }),
      })
      if (!response.ok) {
        await response.body?.cancel()
        return response.status === 404 ? GONE : notNow(`HTTP ${response.status}`)
      }
      const isVector = file.extension === 'svg'
      const bytes = await readAtMost(response, isVector ? MAX_VECTOR_BYTES : MAX_PICTURE_BYTES)
      if (!bytes) return isVector ? TOO_LARGE_VECTOR : TOO_LARGE
      return verify(bytes, file)
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

/** The body, or undefined where it is longer than `most`. */
async function readAtMost(response: Response, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop ends the transfer.
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function verify(bytes: Buffer<ArrayBuffer>, { sha1, extension }: PictureFile): Buffer<ArrayBuffer> | Refusal {
  if (createHash('sha1').update(bytes).digest('hex') !== sha1) return DAMAGED
  if (pictureFormat(bytes) !== extension) return OTHER_TYPE
  const fault = extension === 'svg' ? vectorFault(bytes.toString()) : undefined
  return fault === undefined
    ? bytes
    : {
        reason: `refers to an SVG picture that has ${fault}. Save it as plain SVG, or as PNG, and upload it again.`,
      }
}
