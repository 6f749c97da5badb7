import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLake } from '../../../studio/lake/lake.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { rebuildWebhook } from '../../../api/publishing/webhook.ts'
import { newBuiltSite, SITE_PROCESS } from '../../support/built-site.ts'
import { root } from '../../support/lake.ts'
import { startOwnSite } from '../../support/own-site.ts'
import type { OwnSite } from '../../support/own-site.ts'

const WEBHOOK_SECRET = 'known to lake and nodes'

/** Content that no node holds, as hosted content is, and a webhook that can be led to another node. */
export async function startSharedLake() {
  const lake = await openLake({
    dataDir: mkdtempSync(path.join(tmpdir(), 'lake-')),
    seedDir: path.join(root, 'studio/seed'),
    webhooks: [{ ...rebuildWebhook, secret: WEBHOOK_SECRET }],
  })
  const served = await serveLake(lake)
  return {
    url: served.url,
    tell: (node: string) => lake.setWebhookUrl(rebuildWebhook.name, `${node}/api/rebuild`),
    close: async () => {
      await served.close()
      await lake.close()
    },
  }
}

/** A folder for a node, with a built site. */
export const newNodeFolder = newBuiltSite

/** Starts a node on its folder: the whole server, without content of its own. */
export async function startNode(
  folder: string,
  { lake, database, ...env }: { lake: string; database: string } & Record<string, string>,
): Promise<OwnSite> {
  return startOwnSite(folder, SITE_PROCESS, {
    LAKE_URL: lake,
    DATABASE_URL: database,
    REBUILD_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...env,
  })
}
