import { getRequestListener } from '@hono/node-server'
import { chromium } from '@playwright/test'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { isLakePath } from '../../../api/contract/addresses.ts'
import { openLake, type Lake } from '../../../studio/lake/lake.ts'
import { createSockets } from '../../../studio/lake/listen/sockets.ts'
import { senderOf } from '../../../studio/lake/serve.ts'
import { findChromium } from '../../support/chromium.ts'
import { clientOf } from '../../support/lake.ts'
import { listenHere } from '../../support/listen.ts'
import { temporaryFolder, writeSeed } from '../lake/fixture.ts'
import type { Page } from './client-page.ts'

declare const page: Page

const LISTENERS = 12

/** Path -> script; the page starts with the first. */
async function bundle(): Promise<Map<string, string>> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: join(import.meta.dirname, 'client-page.ts'), formats: ['es'] } },
  })
  const [result] = [output].flat()
  const parts = result !== undefined && 'output' in result ? result.output : []
  return new Map(parts.flatMap((part) => (part.type === 'chunk' ? [[`/${part.fileName}`, part.code]] : [])))
}

/** The lake and a page of the same origin; the lake can be closed and opened again on the same port. */
async function startSite(options: { token?: string } = {}) {
  const folders = { dataDir: temporaryFolder(), seedDir: writeSeed(), ...options }
  const scripts = await bundle()
  let lake: Lake = await openLake(folders)
  const answer = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url)
    if (isLakePath(pathname)) return lake.fetch(request)
    const script = scripts.get(pathname)
    const [start] = scripts.keys()
    const type = script === undefined ? 'text/html' : 'text/javascript'
    const body = script ?? `<!doctype html><script type="module" src="${start}"></script>`
    return new Response(body, { headers: { 'content-type': type } })
  })
  const server = createServer((request, response) => void answer(request, response))
  const sockets = createSockets((request, sender) => lake.fetch(request, sender))
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head, senderOf(request)))
  const url = await listenHere(server)
  onTestFinished(async () => {
    sockets.close()
    await lake.close()
  })
  async function restart(): Promise<void> {
    await lake.close()
    lake = await openLake(folders)
  }
  return { url, restart }
}

async function openPage(url: string) {
  const browser = await chromium.launch({ executablePath: findChromium() })
  onTestFinished(() => browser.close())
  const opened = await browser.newPage()
  await opened.goto(url)
  await opened.waitForFunction(() => 'page' in globalThis)
  return opened
}

test('a browser listens more than six times, still reads and writes, and recovers when the lake is restarted', async () => {
  const { url, restart } = await startSite()
  const tab = await openPage(url)
  await tab.evaluate((count) => page.listen(count), LISTENERS)
  await tab.waitForFunction((count) => page.welcomes() === count, LISTENERS)

  expect(await tab.evaluate(() => page.client.fetch('*[_id == "home"][0].title'))).toBe('Home')
  await tab.evaluate(() => page.client.patch('home').set({ title: 'From the browser' }).commit())
  await tab.waitForFunction(
    (count) => page.titles().filter((title) => title === 'From the browser').length === count,
    LISTENERS,
  )

  await restart()
  await tab.waitForFunction((count) => page.welcomes() === 2 * count, LISTENERS)
  await clientOf(url).patch('home').set({ title: 'After the restart' }).commit()
  await tab.waitForFunction(
    (count) => page.titles().filter((title) => title === 'After the restart').length === count,
    LISTENERS,
  )
}, 60_000)

test('a listener that is refused says why', async () => {
  const { url } = await startSite()
  const tab = await openPage(url)
  expect(await tab.evaluate(() => page.listenTo('*[_type =='))).toContain('Error')
}, 60_000)

test('who signs in again is asked once, although the socket is of the session before', async () => {
  const token = 'a-token-for-the-editors'
  const { url } = await startSite({ token })
  const tab = await openPage(url)
  const body = new URLSearchParams({ token }).toString()
  await tab.evaluate(async (sent) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await fetch('/v1/auth/login/token', { method: 'POST', headers, body: sent, redirect: 'manual' })
    await page.client.request({ uri: '/users/me' })
    page.listen(1)
  }, body)
  await tab.waitForFunction(() => page.welcomes() === 1)

  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${url}/v1/auth/logout?all=true`, { method: 'POST', headers })).status).toBe(204)
  const title = tab.evaluate(() => page.client.fetch('*[_id == "home"][0].title'))
  await tab.getByLabel('Access token').fill(token)
  await tab.keyboard.press('Enter')
  expect(await title).toBe('Home')

  await tab.evaluate(() => page.listen(1))
  await tab.waitForFunction(() => page.welcomes() >= 2)
  expect(await tab.getByRole('dialog').count()).toBe(0)
}, 60_000)
