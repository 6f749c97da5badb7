import path from 'node:path'
import { securityHeaders } from '../../../api/contract/site-headers.ts'
import { createApp } from '../../../api/http/app.ts'
import { callerOfUpgrade } from '../../../api/http/client-address.ts'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { followRelease } from '../../../api/http/release.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { mountLake } from '../../../studio/lake/mount.ts'
import { root } from '../../support/lake.ts'

// The lake, with the Studio that the editors' server built, in a process to kill: node studio-process.ts DATA_DIR
// PORT.
const [dataDir = '', port = '0'] = process.argv.slice(2)
const { distDir } = JSON.parse(process.env['E2E_EDITORS'] ?? '{}') as { distDir: string }
const studio = path.join(distDir, 'studio')
const lock = acquireLock(dataDir)
if (!lock.ok) throw new Error(lock.sentence)
const lake = mountLake({ dataDir, seedDir: path.join(root, 'studio/seed') }, console.error)
await lake.opening
const app = createApp({
  siteUrl: undefined,
  isReady: () => true,
  release: () => Promise.resolve(new Map()),
  lake,
  studio: { state: () => 'ready', files: followRelease(studio) },
})
const headers = securityHeaders(undefined)
const listening = await listen(toListener(app.fetch), { port: Number(port), host: '127.0.0.1', headers })
listening.onUpgrade({
  accepts: ({ url = '' }) => lake.isSocketPath(url),
  take: (request, socket, head) => lake.upgrade(request, socket, head, callerOfUpgrade(request, 0)),
})
process.send?.(listening.url)
