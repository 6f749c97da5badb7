import process from 'node:process'

/** `npm run bench -- NAME…`: runs the named benches, or lists them. Each prints its own table. */
const benches: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  api: () => import('./api.ts'),
  attack: () => import('./attack.ts'),
  lake: () => import('./lake.ts'),
  pages: () => import('./pages.ts'),
  prerender: () => import('./prerender.ts'),
  preview: () => import('./preview.ts'),
  publish: () => import('./publish.ts'),
  serve: () => import('./serve.ts'),
  studio: () => import('./studio.ts'),
  submissions: () => import('./submissions.ts'),
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `No bench is called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ') || 'none yet'}.`,
  )
  process.exitCode = 1
} else {
  for (const name of names.length > 0 ? names : Object.keys(benches)) await (await benches[name]?.())?.run()
}
