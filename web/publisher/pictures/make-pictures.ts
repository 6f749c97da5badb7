import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { PICTURES } from '../../../api/contract/addresses.ts'
import { MAX_PICTURE_PIXELS } from '../../../api/contract/pictures.ts'
import type { ContentSource } from '../../content/client.ts'
import type { BrokenPictures } from '../../content/fault.ts'
import { pictureFile, type PictureFile } from '../../content/picture-files.ts'
import { pictureSource, type Refusal } from '../../content/picture-source.ts'
import { originalOf, variantName, variantOf, type Variant } from '../../ui/pictures/variant.ts'

/** The files of pictures that pages show and no release has yet. */
export interface Pictures {
  /** Bytes by file name. */
  made: ReadonlyMap<string, Buffer>
  /** Why the others can't be made. */
  broken: BrokenPictures
  /** Whether some were made and others left for lack of time: then calling again at once makes progress. */
  isUnfinished: boolean
}

/**
 * Makes the files of pictures that the folder of a release lacks. A file that is there stays: its name stands for its
 * bytes.
 * @param release none where there is no release yet
 * @param hasTime asked before each further file: once it says no, what is left is broken for now
 */
export type MakePictures = (
  names: Iterable<string>,
  release: string | undefined,
  hasTime?: () => boolean,
) => Promise<Pictures>

/** All other publishes wait for the one that makes pictures, and it may take two minutes as a whole. In ms. */
const PUBLISH_MS = 45_000
/** After a picture that did not come in time, in ms: a slow one must not hold up every publish. */
const PAUSE_MS = 60_000

/**
 * Bytes kept of pictures that are in no release yet. Beyond that the oldest are dropped, and made again when needed.
 */
const MAX_KEPT = 64_000_000

const LATER: Refusal = {
  reason:
    'refers to a picture that is still being made for the site. It goes live by itself once that is done.',
}
const LATE: Refusal = {
  reason:
    'refers to a picture that could not be read in time, as the server is busy. It is tried again within five minutes.',
  slow: true,
}
const UNREADABLE: Refusal = {
  reason: `refers to a picture that is damaged, cut short, or larger than ${MAX_PICTURE_PIXELS / 1_000_000} megapixels. Save it again, smaller, and upload it.`,
}

/** Whether there is time left in which one publish may make pictures. The time starts with the first call. */
export function timeOfPublish(): () => boolean {
  let end: number | undefined
  return () => performance.now() < (end ??= performance.now() + PUBLISH_MS)
}

/** The files that are needed of one uploaded picture. */
interface Order {
  file: PictureFile
  variants: Variant[]
  /** The file itself. */
  isWhole: boolean
}

/** Makes pictures of one source. What is not in a release yet is kept for the next call. */
export function createPictureMaker(source: ContentSource): MakePictures {
  const fetchPicture = pictureSource(source)
  const kept = new Map<string, Buffer>()
  const paused = new Map<string, { until: number; refusal: Refusal }>()

  async function read(id: string, file: PictureFile): Promise<Buffer | Refusal> {
    const pause = paused.get(id)
    if (pause && Date.now() < pause.until) return pause.refusal
    paused.delete(id)
    return fetchPicture(file)
  }

  function keep(name: string, file: Buffer): void {
    kept.set(name, file)
    let size = [...kept.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [first, { length }] of kept) {
      if (size <= MAX_KEPT) return
      kept.delete(first)
      size -= length
    }
  }

  return async (names, release, hasTime = () => true) => {
    const present = new Set(release ? await readdir(path.join(release, PICTURES)).catch(() => []) : [])
    for (const name of kept.keys()) if (present.has(name)) kept.delete(name)
    const missing = [...new Set(names)].filter((name) => !present.has(name))
    const made = new Map<string, Buffer>()
    const broken = new Map<string, string>()
    let isLate = false
    for (const name of missing) {
      const file = kept.get(name)
      if (file) made.set(name, file)
    }
    const known = made.size
    // One after another: a picture decodes to many times its size.
    for (const [id, order] of ordersOf(missing.filter((name) => !made.has(name)))) {
      const bytes = hasTime() ? await read(id, order.file) : LATER
      const files = Buffer.isBuffer(bytes) ? await make(bytes, order, hasTime) : bytes
      if ('reason' in files) {
        if (files.slow && !paused.has(id)) paused.set(id, { until: Date.now() + PAUSE_MS, refusal: files })
        broken.set(id, files.reason)
        isLate ||= files === LATER
        continue
      }
      for (const [name, file] of files) {
        made.set(name, file)
        keep(name, file)
      }
      if (order.variants.every((variant) => files.has(variantName(variant)))) continue
      broken.set(id, LATER.reason)
      isLate = true
    }
    return { made, broken, isUnfinished: isLate && made.size > known }
  }
}

async function make(
  bytes: Buffer,
  { file, variants, isWhole }: Order,
  hasTime: () => boolean,
): Promise<Map<string, Buffer> | Refusal> {
  const files = new Map(isWhole ? [[file.name, bytes]] : [])
  const [{ original } = {}] = variants
  if (!original) return files
  // Loaded only here: it is a large library, which most publishes never need.
  const { encode, isLate } = await import('./encode.ts')
  try {
    return new Map([...files, ...(await encode(bytes, original, variants, hasTime))])
  } catch (error) {
    if (isLate(error)) return LATE
    console.warn(`${file.name} can't be made into pictures: ${String(error)}`)
    return UNREADABLE
  }
}

/** By the id of the asset. */
function ordersOf(names: readonly string[]): Map<string, Order> {
  const orders = new Map<string, Order>()
  for (const name of names) {
    const variant = variantOf(name)
    const original = variant?.original ?? originalOf(name)
    if (!original) continue
    const { sha1, width, height, extension } = original
    const id = `image-${sha1}-${width}x${height}-${extension}`
    const file = pictureFile(id)
    if (!file) continue
    const order = orders.get(id) ?? { file, variants: [], isWhole: false }
    orders.set(id, order)
    if (variant) order.variants.push(variant)
    else order.isWhole = true
  }
  return orders
}
