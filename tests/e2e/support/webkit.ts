import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebKitPrograms } from '../../support/webkit.ts'

export const ENTER = '\uE007'

/** A window of WebKit, driven by the protocol that all browsers have (https://www.w3.org/TR/webdriver2/). */
export interface WebKit {
  open(url: string): Promise<void>
  back(): Promise<void>
  /** Sets the window's width in px, or the least it can have. */
  widen(width: number): Promise<void>
  /** Runs in the page with `args`, and returns its JSON result. */
  run<T, A extends readonly unknown[]>(script: (...args: A) => T, ...args: A): Promise<T>
  /** Clicks the first element that matches, as a hand does. */
  click(selector: string): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** What the window shows, as PNG. */
  picture(): Promise<Buffer>
  stop(): Promise<void>
}

/** Starts a browser with an empty profile on a screen of its own. */
export async function startWebKit({ driver, browser, screen }: WebKitPrograms): Promise<WebKit> {
  const folder = mkdtempSync(path.join(tmpdir(), 'webkit-'))
  const display = spawn(screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(display.stdio[3]!, 'data')) as [Buffer]
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: `:${number.toString().trim()}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  const driving = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/status`)
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
  }
  const { sessionId } = (await call('POST', `${url}/session`, { capabilities })) as { sessionId: string }
  const ask = (method: string, command: string, body?: object) =>
    call(method, `${url}/session/${sessionId}${command}`, body)
  const find = async (value: string) => {
    const element = (await ask('POST', '/element', { using: 'css selector', value })) as object
    return `/element/${String(Object.values(element)[0])}`
  }

  return {
    open: async (address) => void (await ask('POST', '/url', { url: address })),
    back: async () => void (await ask('POST', '/back', {})),
    widen: async (width) => void (await ask('POST', '/window/rect', { width, height: 900 })),
    run: (script, ...args) =>
      ask('POST', '/execute/sync', { script: `return (${String(script)})(...arguments)`, args }) as never,
    click: async (selector) => void (await ask('POST', `${await find(selector)}/click`, {})),
    async type(text) {
      const actions = Array.from(text).flatMap((value) =>
        ['keyDown', 'keyUp'].map((type) => ({ type, value })),
      )
      await ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
    },
    picture: async () => Buffer.from((await ask('GET', '/screenshot')) as string, 'base64'),
    async stop() {
      await ask('DELETE', '')
      for (const child of [driving, display]) await end(child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** @throws Error with the browser's own words where it refuses. */
async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

async function answers(url: string): Promise<void> {
  const answer = await fetch(url).catch(() => undefined)
  if (answer?.ok) return
  await pause(50)
  await answers(url)
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  if (child.kill()) await gone
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
