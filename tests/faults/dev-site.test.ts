import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { clientOf, root } from '../support/lake.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'

// Below the checkout, as `var/` is: that is what the server of `npm run dev` could give away.
const folder = newSiteFolder()
const data = `${folder.slice(root.length)}/data`
let site: OwnSite

beforeAll(async () => {
  site = await startOwnSite(folder, 'tests/faults/support/dev-process.ts')
}, 120_000)

afterAll(async () => {
  await site.kill()
  removeSiteFolder(folder)
})

/** Unlike fetch, sends a path as it is, and any header. */
async function get(target: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(site.url)
  const sent = request({ hostname, port, path: target, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return {
    status: response.statusCode,
    headers: response.headers,
    text: Buffer.concat(chunks).toString('latin1'),
  }
}

test('while developing, the pictures of a page are made when it asks for them', async () => {
  const { text } = await get('/')
  const [address = ''] = /\/assets\/pictures\/[\w.-]+/.exec(text) ?? []
  const picture = await get(address)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect((await get('/assets/pictures/nothing.svg')).status).toBe(404)
})

test('while developing, icons and the cards of pages are drawn when they are asked for', async () => {
  const icons = ['icon.svg', 'favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png']
  const types = ['image/svg+xml', 'image/x-icon', 'image/png', 'image/png', 'image/png']
  for (const [index, name] of icons.entries()) {
    const { status, headers } = await get(`/${name}`)
    expect([name, status, headers['content-type']]).toEqual([name, 200, types[index]])
  }
  const { text } = await get('/about')
  const [card = ''] = /\/assets\/card-\w+\.png/.exec(text) ?? []
  const drawn = await get(card)
  expect([drawn.status, drawn.headers['content-type'], drawn.text.slice(1, 4)]).toEqual([
    200,
    'image/png',
    'PNG',
  ])
  const [asset = ''] = /[0-9a-f]{40}-\d+x\d+\.svg/.exec((await get('/')).text) ?? []
  expect((await get(`/images/local/production/${asset}`)).status).toBe(200)
})

test('while developing, a render failure shows on a page that reloads, with a link to the field', async () => {
  const client = clientOf(site.url)
  const heading = await client.fetch<string>('*[_id == "about"][0].title')
  await client.patch('about').set({ title: '' }).commit()
  await eventually(async () => expect((await get('/about')).status).toBe(503))
  const fault = await get('/about')
  expect(fault.headers['content-type']).toBe('text/html; charset=utf-8')
  const said = Buffer.from(fault.text, 'latin1').toString()
  expect(said).toContain('src="/@vite/client"')
  expect(said).toContain(
    '<a href="/studio/intent/edit/id=about;type=about;path=title/">About</a>: “Heading” is empty.',
  )
  await client.patch('about').set({ title: heading }).commit()
  await eventually(async () => expect((await get('/about')).status).toBe(200))
})

test('while developing, a release that would break a page is held as on a live site', async () => {
  const client = clientOf(site.url)
  await client.releases.create({ releaseId: 'spring' })
  await client.createVersion({ publishedId: 'about', releaseId: 'spring', baseId: 'about' })
  await client.patch('versions.spring.about').set({ title: '' }).commit()
  await expect(client.releases.publish({ releaseId: 'spring' })).rejects.toThrow('“Heading” is empty.')
  await client.patch('versions.spring.about').set({ title: 'Who we are' }).commit()
  await client.releases.publish({ releaseId: 'spring' })
  await eventually(async () => expect((await get('/about')).text).toContain('Who we are'))
})

const FILES = [
  `${data}/submissions.sqlite`,
  `${data}/lake.db`,
  `${data}/lake.db-wal`,
  '/.env.example',
  '/.gitignore',
  '/package.json',
  '/package-lock.json',
  '/vite.config.ts',
  '/README.md',
  '/api/env.ts',
  '/api/server.ts',
  '/studio/lake/http/guard.ts',
  '/studio/seed/data.ndjson',
  '/tests/run.ts',
]

test.each(FILES)('while developing, %s is not served, however it is asked for', async (file) => {
  const checkout = encodeURI(root)
  const ways = [
    file,
    `${file}?raw`,
    `${file}?import&raw`,
    `${file}?url`,
    `${file}?import&url`,
    `${file}?inline`,
    `${file}?import`,
    `${file}?t=1.svg&raw`,
    `/@fs${checkout}${file}`,
    `/@fs${checkout}${file}?raw`,
    `/@fs${checkout}${file}?import&raw??`,
    `/@fs/${checkout}${file}?.svg?.wasm?init`,
    `/@fs${checkout}/web/..${file}`,
    `/web/..${file}`,
    `/@fs${checkout}/api/contract/../..${file}`,
    `/api/contract/../..${file}?raw`,
    `/api/contract/..%2f..%2f${file.slice(1)}`,
    `/web/..%2f${file.slice(1)}`,
    `/web/%2e%2e${file}?raw`,
    `/node_modules/..${file}?raw`,
    `/@id${file}`,
    `/@id/${path.join(checkout, file)}`,
    `/${file}`,
  ]
  for (const way of ways) {
    const { status, text } = await get(way)
    // A path that begins with two slashes names no file to Vite, which answers with a page.
    const isPage = text.includes('<title>CAL')
    expect([way, isPage || [403, 404, 503].includes(status ?? 0)], text.slice(0, 300)).toEqual([way, true])
  }
})

test('while developing, files outside the checkout are not served', async () => {
  for (const way of [
    '/@fs/etc/passwd',
    '/@fs/etc/passwd?raw',
    '/@fs/etc/passwd?import&raw',
    '/../../etc/passwd',
  ])
    expect([403, 404]).toContain((await get(way)).status)
})

test('while developing, pages and what they load are served', async () => {
  const page = await get('/')
  expect(page.status).toBe(200)
  const scripts = [...page.text.matchAll(/<script (?:async )?type="module" src="([^"]+)"/gu)].map(
    ([, src]) => src ?? '',
  )
  expect(scripts).toContain('/web/site/client.ts')
  const fonts = [...page.text.matchAll(/href="(\/node_modules\/[^"]+\.woff2)"/gu)].map(
    ([, href]) => href ?? '',
  )
  expect(fonts).not.toEqual([])
  for (const font of fonts) expect([font, (await get(font)).status]).toEqual([font, 200])
  const loaded = new Set(['/@vite/client', ...scripts])
  // What is added meanwhile comes up, too.
  for (const address of loaded) {
    const { status, text } = await get(address)
    expect([address, status]).toEqual([address, 200])
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\/[^"]+)"/gu))
      loaded.add(imported)
  }
  for (const part of ['/web/forms/waitlist.island.tsx', '/api/contract/limits.ts', '/node_modules/.vite/'])
    expect([...loaded]).toContainEqual(expect.stringContaining(part))
})

test('while developing, a preview is built when somebody first looks at it', async () => {
  const { secret } = await createPreviewSecret(clientOf(site.url), 'tests', `${site.url}/studio`, 'tests')
  const query = new URLSearchParams({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': '/about' })
  const { headers } = await get(`/api/preview/enter?${query.toString()}`)
  const page = await get(new URL(headers.location ?? '', site.url).pathname)
  expect(page.status).toBe(200)
  const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu)].map(([, file]) => file ?? '')
  expect(files).toContainEqual(expect.stringMatching(/\.js$/u))
  for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200])
}, 120_000)

/** What a page that loads now connects to Vite with. */
async function tokenOfPage(): Promise<string> {
  const [, token = ''] = /wsToken = "([^"]+)"/u.exec((await get('/@vite/client')).text) ?? []
  return token
}

/** An open page's socket to Vite. */
async function openPage(token: string) {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  const told: string[] = []
  socket.addEventListener('message', (event) => told.push((JSON.parse(String(event.data)) as Told).type))
  await eventually(async () => expect(told).toContain('connected'))
  return { socket, told }
}

async function touch(file: string): Promise<void> {
  await utimes(path.join(root, file), new Date(), new Date())
}

test.each(['web/sections/faq/faq.tsx', 'api/contract/limits.ts'])(
  'while developing, a change of %s reloads pages',
  async (file) => {
    const { socket, told } = await openPage(await tokenOfPage())
    await touch(file)
    await eventually(async () => expect(told).toContain('full-reload'))
    socket.close()
  },
)

test('while developing, pages still reload once Vite was restarted by a change of what it was set up with', async () => {
  const token = await tokenOfPage()
  const { socket } = await openPage(token)
  const closed = once(socket, 'close')
  await touch('web/theme/tokens.ts')
  await closed
  // Answered once Vite has restarted. A page that was loading meanwhile has the token of before.
  expect(await tokenOfPage()).toBe(token)
  const { socket: again, told } = await openPage(token)
  // It begins to watch the files a moment after it answers.
  await eventually(async () => {
    await touch('web/sections/faq/faq.tsx')
    expect(told).toContain('full-reload')
  })
  again.close()
})

/** What Vite says to an open page. */
interface Told {
  type: string
}

test('while developing, pages of other origins and names read nothing', async () => {
  for (const origin of ['http://localhost:1', 'https://evil.example']) {
    const { headers } = await get('/web/site/client.ts', { origin })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  for (const target of ['/', '/web/site/client.ts', '/@vite/client'])
    expect((await get(target, { host: 'evil.example' })).status).toBe(403)
})
