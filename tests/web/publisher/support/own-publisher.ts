import type { SanityClient } from '@sanity/client'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSource } from '../../../../web/content/client.ts'
import type { Manifest } from '../../../../web/publisher/release/manifest.ts'
import type * as Renderer from '../../../../web/publisher/renderer.ts'
import { newBuiltSite, ORIGIN, PROXIED } from '../../../support/built-site.ts'
import { root, startLake } from '../../../support/lake.ts'
import { removeSiteFolder } from '../../../support/own-site.ts'

/** A lake with the launch content, a site built from it, and the bundle that publishes into it. */
export interface OwnPublisher {
  dist: string
  client: SanityClient
  site: typeof Renderer
  /** Builds the same content into another folder; gives the exit code. */
  build: (out: string) => Promise<number | null>
  publish: (awaited?: Renderer.PublishInput['awaited']) => Promise<Renderer.Published>
  /** A file of the site that is served, or of another folder below `dist`. */
  read: (name: string, folder?: string) => Promise<string>
  manifest: () => Promise<Manifest>
  close: () => Promise<void>
}

export async function startPublisher(): Promise<OwnPublisher> {
  const own = await newBuiltSite(PROXIED)
  const dist = path.join(own, 'dist')
  const lake = await startLake(undefined, path.join(own, 'data'))
  const source = contentSource({ LAKE_URL: lake.url })

  function build(out: string): Promise<number | null> {
    const env = { ...process.env, LAKE_URL: lake.url, SITE_URL: ORIGIN, NODE_ENV: 'production' }
    const program = ['web/publisher/build.ts', '--out', out]
    const child = spawn(process.execPath, program, { cwd: root, env, stdio: 'ignore' })
    return new Promise((resolve) => {
      child.on('close', resolve)
    })
  }

  const site = (await import(path.join(dist, 'server/publish.js'))) as typeof Renderer
  return {
    dist,
    client: source.client,
    site,
    build,
    publish: (awaited = []) => site.publish({ dist, source, settings: { origin: ORIGIN }, awaited }),
    read: (name, folder = 'site') => readFile(path.join(dist, folder, name), 'utf8'),
    manifest: async () => {
      const found = await site.currentManifest(dist)
      if (!found) throw new Error('Nothing is served.')
      return found
    },
    close: async () => {
      await lake.close()
      removeSiteFolder(own)
    },
  }
}
