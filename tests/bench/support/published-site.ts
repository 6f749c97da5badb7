import type { SanityClient } from '@sanity/client'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { contentSource } from '../../../web/content/client.ts'
import type { Content } from '../../../web/content/content.ts'
import { createReader } from '../../../web/content/documents.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import type * as Renderer from '../../../web/publisher/renderer.ts'
import { root, startLake } from '../../support/lake.ts'
import { run } from './build-peers.ts'

const ORIGIN = 'https://site.example'

/** A lake with the launch content and a site built from it, which publishes go into. */
export interface PublishedSite {
  client: SanityClient
  /** Builds the whole site again, as `npm run build` does. Returns the time in ms. */
  build(): Promise<number>
  /** Publishes, once the lake shows these revisions. */
  publish(awaited: Renderer.PublishInput['awaited']): Promise<Renderer.Published>
  /** Does what follows a publish in the background. */
  finish(published: Renderer.Published): Promise<void>
  /** All copy as it is now. */
  content(): Promise<Content>
  close(): Promise<void>
}

/** Starts a lake and builds a site below the checkout, so that its bundle finds its packages as it does in use. */
export async function openPublishedSite(): Promise<PublishedSite> {
  const lake = await startLake()
  await mkdir(path.join(root, 'var'), { recursive: true })
  const dist = await mkdtemp(path.join(root, 'var/bench-'))
  const source = contentSource({ LAKE_URL: lake.url })

  async function build(): Promise<number> {
    const started = performance.now()
    const env = { LAKE_URL: lake.url, SITE_URL: ORIGIN }
    const { code, said } = await run([process.execPath, 'web/publisher/build.ts', '--out', dist], root, env)
    if (code !== 0) throw new Error(`The site could not be built:\n${said}`)
    return performance.now() - started
  }
  await build()
  const site = (await import(path.join(dist, 'server/publish.js'))) as typeof Renderer

  async function publish(awaited: Renderer.PublishInput['awaited']): Promise<Renderer.Published> {
    return site.publish({ dist, source, settings: { origin: ORIGIN }, awaited })
  }
  const read = createReader(source)
  async function content(): Promise<Content> {
    return snapshotOf(await read()).content
  }
  return {
    client: source.client,
    content,
    build,
    publish,
    finish: ({ manifest }) => site.finishRelease(dist, manifest),
    close: async () => {
      await lake.close()
      await rm(dist, { recursive: true, force: true })
    },
  }
}

/** The middle of some times. */
export function median(times: readonly number[]): number {
  return quantile(times, 0.5)
}

/** The time that this part of all (0 to 1) did not exceed. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
