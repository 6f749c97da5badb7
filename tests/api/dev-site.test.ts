import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDevSite, type DevSite } from '../../api/dev-site.ts'
import { eventually } from '../support/eventually.ts'
import { listenHere } from '../support/listen.ts'

interface Pages {
  /** The body of the middleware that pages are asked for; `nth` counts the servers of Vite, each after a restart. */
  answer: string
  /** What a server of Vite does before it is the one that answers. */
  atStart?: string
  onSettingsChange?: () => void
}

/** A server that answers with the path it was asked, whatever Vite does not answer. Resolves with its URL. */
async function siteOf({ answer, atStart = '', onSettingsChange = () => undefined }: Pages): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-site-'))
  const configured = `export default { logLevel: 'silent', plugins: [{ name: 'pages', configureServer: (vite) => () => {
    const nth = globalThis[vite.config.root] = (globalThis[vite.config.root] ?? 0) + 1
    ${atStart}
    vite.middlewares.use((request, response, next) => { ${answer} })
  } }] }`
  await writeFile(path.join(folder, 'vite.config.mjs'), configured)
  let site: DevSite | undefined
  const server = createServer((request, response) => site?.listener(request, response))
  const url = await listenHere(server)
  site = await openDevSite(folder, server, {
    ignored: [],
    next: ({ url: asked }, response) => response.end(`the server: ${asked}`),
    isBuilt: () => Promise.resolve(false),
    onPageChange: () => undefined,
    onStudioChange: () => undefined,
    onSettingsChange,
  })
  onTestFinished(async () => {
    await site.close()
    await rm(folder, { recursive: true })
  })
  return url
}

async function pageOf(site: string): Promise<string> {
  const response = await fetch(`${site}/about`, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(10_000),
  })
  return response.text()
}

test('the server is asked for a page that Vite fails at by its own address', async () => {
  const site = await siteOf({ answer: `next(new Error('This page fails.'))` })
  expect(await pageOf(site)).toBe('the server: /about')
})

test('settings are said to wait for the next start, and Vite does not restart for them', async () => {
  let changes = 0
  const site = await siteOf({
    answer: `
      const write = ({ writeFileSync }) => writeFileSync(vite.config.root + '/.env', 'PORT=' + performance.now())
      void import('node:fs').then(write).then(() => response.end('Vite ' + nth))
    `,
    onSettingsChange: () => (changes += 1),
  })
  await eventually(async () => {
    await pageOf(site)
    expect(changes).toBeGreaterThan(0)
  })
  expect(await pageOf(site)).toBe('Vite 1')
})

test('what modules were made into does not outlive the Vite that made it', async () => {
  const site = await siteOf({
    answer: `
      const { idToModuleMap } = vite.environments.ssr.moduleGraph
      const made = () => [...idToModuleMap.values()].filter(({ transformResult }) => transformResult).length
      void vite.ssrLoadModule('/vite.config.mjs').then(async () => {
        const before = made()
        await vite.restart()
        response.end(before + ', then ' + made())
      })
    `,
  })
  expect(await pageOf(site)).toBe('1, then 0')
})

test('a file that Vite has no time for as it restarts is answered once it has', async () => {
  const site = await siteOf({
    answer: `
      if (nth === 2) return response.end('Vite 2: ' + request.originalUrl)
      void vite.restart().then(() => {
        response.statusCode = 504
        response.statusMessage = 'Outdated Request'
        response.end()
      })
    `,
  })
  expect(await pageOf(site)).toBe('Vite 2: /about')
})

test('a page that Vite drops as it restarts is answered once it has', async () => {
  const site = await siteOf({
    answer: `
      if (nth === 2) response.end('Vite 2: ' + request.originalUrl)
      else void vite.restart().then(() => next(new Error('The server is being restarted.')))
    `,
  })
  expect(await pageOf(site)).toBe('Vite 2: /about')
})

test('a change that comes while Vite restarts leaves pages with its newest server', async () => {
  const site = await siteOf({
    atStart: `if (nth === 2) void vite.restart()`,
    answer: `
      response.end('Vite ' + nth)
      if (nth === 1) void vite.restart()
    `,
  })
  expect(await pageOf(site)).toBe('Vite 1')
  await eventually(async () => expect(await pageOf(site)).toBe('Vite 3'))
}, 30_000)
