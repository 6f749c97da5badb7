import { measureBuilds } from './support/publish-builds.ts'
import { measureClicks } from './support/publish-clicks.ts'
import { measureCost } from './support/publish-cost.ts'
import { openPublishedSite } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'

/** What a publish takes: as an editor sees it, beside full builds of the same content, and by the size of the site. */
export async function run(): Promise<void> {
  const server = await startServer()
  let seenMs: number
  try {
    seenMs = await measureClicks(server)
  } finally {
    await server.stop()
  }
  const site = await openPublishedSite()
  try {
    await measureBuilds(site, seenMs)
  } finally {
    await site.close()
  }
  await measureCost()
}
