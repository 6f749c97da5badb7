import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OperationalError } from '../contract/operational-error.ts'
import type { ReleaseFiles, SwitchEnd } from '../store/publishing/release-files.ts'
import type { Manifest, Renderer } from './renderer.ts'
import { createSerial } from './serial.ts'

/** Brings releases from the node that published them to the others. */
export interface Replicas {
  /**
   * Makes all nodes serve a release of this node. @throws OperationalError if another node publishes by now, or the
   * site is pinned to another one
   */
  share(node: string, manifest: Manifest): Promise<void>
  /**
   * Stores those releases of this node that no node has stored: it made them while it was alone, or they are from a
   * backup.
   * @throws the first failure, once all others were tried
   */
  storeEarlier(): Promise<void>
  /** Brings a release here, as far as nodes share it, to look at or go back to. */
  fetch(id: string): Promise<void>
  /** Serves a shared release here. @throws OperationalError if it is not kept whole */
  take(id: string): Promise<Manifest>
  /**
   * Switches all nodes back to a release, which pins them there, or forward to the newest, unless a later one is served
   * by then. Returns what is served. @throws OperationalError if it is not kept whole; then nothing was changed
   */
  switchTo(id: string, then: SwitchEnd): Promise<Manifest>
}

interface Options {
  files: ReleaseFiles
  dist: string
  getRenderer: () => Promise<Renderer>
}

/** Key of what was built in a `DIST_DIR`. */
export async function buildKeyIn(dist: string): Promise<string> {
  return (JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as { key: string }).key
}

export function createReplicas({ files, dist, getRenderer }: Options): Replicas {
  const read = (name: string): Promise<Buffer> => readFile(path.join(dist, name))
  /** Two writes of the same release would meet in its folder. */
  const inTurn = createSerial()

  async function stored(manifest: Manifest) {
    const hashes = await (await getRenderer()).releaseFiles(dist, manifest.id)
    return { id: manifest.id, build: await buildKeyIn(dist), manifest, files: hashes }
  }

  /** Fetches what this node lacks of a shared release, a little at a time: many pictures would fill the memory. */
  async function bring(id: string) {
    const found = await files.find(id)
    if (!found) return undefined
    const renderer = await getRenderer()
    const lacking = await renderer.lackingFiles(dist, id, found.files)
    for await (const contents of files.contents(lacking)) await renderer.keepContents(dist, contents)
    return { manifest: found.manifest as Manifest, files: found.files }
  }

  async function keep(id: string): Promise<void> {
    const release = await bring(id)
    if (!release) return
    await (await getRenderer()).keepRelease(dist, release)
    await (await getRenderer()).removeContents(dist)
  }

  function take(id: string): Promise<Manifest> {
    return inTurn(async () => {
      const release = await bring(id)
      if (!release) throw new OperationalError(`The release ${id} is not in the database.`)
      const manifest = await (await getRenderer()).takeRelease(dist, release)
      await (await getRenderer()).removeContents(dist)
      return manifest
    })
  }

  /** Stores a release that is whole here. Returns whether one is. */
  async function storeOwn(id: string): Promise<boolean> {
    const own = await (await getRenderer()).manifest(dist, id)
    if (!own || !existsSync(path.join(dist, 'releases', id))) return false
    await files.store(await stored(own), read)
    return true
  }

  return {
    storeEarlier: async () => {
      const failures: unknown[] = []
      for (const id of await files.unstored()) await storeOwn(id).catch((error) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
    share: async (node, manifest) => {
      if (await files.share(node, await stored(manifest), read)) return
      throw new OperationalError(
        'This node lost the right to publish meanwhile, or the site was taken back to an earlier version.',
      )
    },
    fetch: (id) =>
      inTurn(async () => {
        if (!(await (await getRenderer()).manifest(dist, id))) await keep(id)
      }),
    take,
    switchTo: async (id, then) => {
      const renderer = await getRenderer()
      if (!(await files.find(id)) && !(await storeOwn(id))) return renderer.switchRelease(dist, id)
      // No node may switch to a release that is not whole.
      await inTurn(() => keep(id))
      const served = await files.switchTo(id, then)
      return take(served ?? id)
    },
  }
}
