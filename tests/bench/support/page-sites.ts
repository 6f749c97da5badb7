import { contentSource } from '../../../web/content/client.ts'
import type { Content } from '../../../web/content/content.ts'
import { createReader } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import { startLake } from '../../support/lake.ts'
import { buildPagePeers } from './page-peers.ts'
import { startServer } from './running-server.ts'
import { serveSite, type ServedSite } from './site-files.ts'

export const PAGES = ['/', '/platform', '/contact', '/privacy']
const OURS = 'ours'
export const FLOOR = 'floor: no scripts'

/** The site, its peers and the floor, served alike, by their names in a table. */
export interface PageSites {
  sites: ReadonlyMap<string, ServedSite>
  close(): Promise<void>
}

export async function openPageSites(): Promise<PageSites> {
  const built = await buildPagePeers(await launchContent())
  const server = await startServer()
  const shared = { api: server.url, shared: server.siteFolder }
  const sites = new Map<string, ServedSite>()
  for (const { name, folder } of [{ name: OURS, folder: server.siteFolder }, ...built])
    sites.set(name, await serveSite(folder, { ...shared, scripts: true }))
  sites.set(FLOOR, await serveSite(server.siteFolder, { ...shared, scripts: false }))
  await requireContent(sites)
  return {
    sites,
    async close() {
      for (const site of sites.values()) await site.close()
      await server.stop()
    },
  }
}

/** A page that lost its content would be the fastest of all. @throws Error naming the site and the page */
async function requireContent(sites: PageSites['sites']): Promise<void> {
  for (const [name, { url }] of sites)
    for (const page of PAGES) {
      const html = await (await fetch(new URL(page, url))).text()
      if (!/<main[^>]*>[^]*<h1/u.test(html)) throw new Error(`${name} shows no content at ${page}.`)
    }
}

/**
 * What was seen of each site, by its name. Each round visits all, in another order, as a later visit finds a warmer
 * machine.
 */
export async function visitInTurns<Seen>(
  sites: PageSites['sites'],
  rounds: number,
  visit: (url: string, name: string) => Promise<Seen>,
): Promise<Map<string, Seen[]>> {
  const seen = new Map<string, Seen[]>([...sites.keys()].map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const all = [...sites]
    const first = round % all.length
    for (const [name, { url }] of [...all.slice(first), ...all.slice(0, first)])
      seen.get(name)?.push(await visit(url, name))
  }
  return seen
}

/** All copy, with pictures at the addresses that a release has them. */
async function launchContent(): Promise<Content> {
  const lake = await startLake()
  try {
    const read = createReader(contentSource({ LAKE_URL: lake.url }))
    return snapshotOf(ownImages(await read())).content
  } finally {
    await lake.close()
  }
}
