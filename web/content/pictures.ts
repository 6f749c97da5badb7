import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { PICTURES } from '../../api/contract/addresses.ts'
import { referencesOf, type BrokenPictures } from './check.ts'
import type { ContentSource } from './client.ts'
import type { Documents } from './documents.ts'
import { pictureFile } from './picture-files.ts'
import { pictureSource, type Refusal } from './picture-source.ts'

/** The pictures that documents show and a release has not yet. */
export interface Pictures {
  /** Bytes by file name. */
  read: ReadonlyMap<string, Buffer>
  broken: BrokenPictures
}

/**
 * Reads the pictures of all these states of the content which the folder of a release lacks.
 * @param release none where there is no release yet
 */
export type ReadPictures = (states: readonly Documents[], release: string | undefined) => Promise<Pictures>

/** Requests at a time. */
const AT_ONCE = 6
/** After a picture that did not come in time, in ms: a slow one must not hold up every publish. */
const PAUSE_MS = 60_000

const NO_PICTURE: Refusal = {
  reason:
    'refers to something that is no picture which browsers show. Upload a PNG, JPEG, WebP, AVIF, GIF or SVG file.',
}

/** Follows one source: what was read and is not in a release yet is kept for the next time. */
export function createPictureReader(source: ContentSource): ReadPictures {
  const fetchPicture = pictureSource(source)
  let kept = new Map<string, Buffer>()
  const paused = new Map<string, { until: number; refusal: Refusal }>()

  async function read(
    id: string,
    present: ReadonlySet<string>,
  ): Promise<[string, Buffer] | Refusal | undefined> {
    const file = pictureFile(id)
    if (!file) return NO_PICTURE
    if (present.has(file.name)) return undefined
    const known = kept.get(file.name)
    if (known) return [file.name, known]
    const pause = paused.get(id)
    if (pause && Date.now() < pause.until) return pause.refusal
    paused.delete(id)
    const answer = await fetchPicture(file)
    if (Buffer.isBuffer(answer)) return [file.name, answer]
    if (answer.slow) paused.set(id, { until: Date.now() + PAUSE_MS, refusal: answer })
    return answer
  }

  return async (states, release) => {
    const names = release ? await readdir(path.join(release, PICTURES)).catch(() => []) : []
    const present = new Set(names)
    const waiting = picturesIn(states)
    const found = new Map<string, Buffer>()
    const broken = new Map<string, string>()
    async function work(): Promise<void> {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const result = await read(id, present)
        if (Array.isArray(result)) found.set(...result)
        else if (result) broken.set(id, result.reason)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    kept = found
    return { read: found, broken }
  }
}

/** Ids of the assets that documents refer to. */
function picturesIn(states: readonly Documents[]): string[] {
  const ids = states.flatMap((documents) =>
    [...documents.values()].flatMap((document) =>
      referencesOf(document)
        .map(({ to }) => to)
        .filter((id) => documents.get(id)?._type.startsWith('sanity.')),
    ),
  )
  return [...new Set(ids)]
}
