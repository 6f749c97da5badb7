import { run } from '../../../api/run.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'

/** The real server around a stand-in for the checkout: argument 1 is its root, which holds `build.mjs`. */
await run({
  root: process.argv[2] ?? '',
  build: [process.execPath, 'build.mjs'],
  dev: false,
  acquireLock,
  openLake: () => ({
    opening: Promise.resolve(undefined),
    fetch: (request) => Promise.resolve(new Response(`lake ${new URL(request.url).pathname}`)),
    setWebhookUrl: () => undefined,
    isSocketPath: () => false,
    upgrade: () => undefined,
    close: () => Promise.resolve(),
  }),
})
