import path from 'node:path'
import { createApp } from '../../../api/app.ts'
import { listen, toListener } from '../../../api/http-server.ts'
import { securityHeaders } from '../../../web/release/headers.ts'
import { followRelease } from '../../../api/services/release.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { root } from '../../support/lake.ts'

// The lake and the Studio as last built, in a process to be killed: node studio-process.ts DATA_DIR PORT.
const [dataDir = '', port = '0'] = process.argv.slice(2)
const lock = acquireLock(dataDir)
if (!lock.ok) throw new Error(lock.sentence)
const lake = await openLake({ dataDir, seedDir: path.join(root, 'studio/seed') })
const app = createApp({
  siteUrl: undefined,
  isReady: () => true,
  release: () => Promise.resolve(new Map()),
  lake,
  studio: { state: () => 'ready', files: followRelease(path.join(root, 'dist/studio')) },
})
const headers = securityHeaders(undefined)
const listening = await listen(toListener(app.fetch), { port: Number(port), host: '127.0.0.1', headers })
if (!listening.ok) throw new Error(listening.sentence)
listening.onUpgrade(lake.upgrade)
process.send?.(listening.url)
