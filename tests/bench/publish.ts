import { measureBuilds } from './support/publish-builds.ts'
import { measureCost } from './support/publish-cost.ts'
import { openPublishedSite } from './support/published-site.ts'

/** What a publish takes, beside full builds of the same content and by the size of the site. */
export async function run(): Promise<void> {
  const site = await openPublishedSite()
  try {
    await measureBuilds(site)
    await measureCost(site)
  } finally {
    await site.close()
  }
}
