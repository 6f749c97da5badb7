import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { findChromium } from '../../support/chromium.ts'

const SCREEN = { width: 1440, height: 900 }

/** A browser as people have it: nothing is attached to it, and it is moved by pointer and keys alone. */
export interface PlainChromium {
  pointAt(x: number, y: number): void
  click(): void
  press(key: string): void
  stop(): Promise<void>
}

/**
 * Opens an address over the whole of a virtual screen. A browser that is debugged prepares no page ahead, so this
 * one is not: what it does has to be told by its pages.
 * @throws OperationalError where `Xvfb` or `xdotool` is missing.
 */
export async function openPlainChromium(url: string): Promise<PlainChromium> {
  const missing = ['Xvfb', 'xdotool'].filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0)
    throw new OperationalError(`This bench needs ${missing.join(' and ')}: apt-get install xvfb xdotool`)

  const folder = mkdtempSync(path.join(tmpdir(), 'plain-chromium-'))
  const display = `:${80 + (process.pid % 900)}`
  const { width, height } = SCREEN
  const screen = spawn('Xvfb', [display, '-screen', '0', `${width}x${height}x24`], { stdio: 'ignore' })
  await pause(1000)
  const env = { ...process.env, DISPLAY: display }
  const browser = spawn(
    findChromium(),
    [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--kiosk',
      `--window-size=${width},${height}`,
      `--user-data-dir=${folder}`,
      url,
    ],
    { stdio: 'ignore', env, detached: true },
  )
  const move = (...args: string[]) => spawnSync('xdotool', args, { env })
  const end = async (child: typeof browser, pid: number) => {
    if (child.exitCode !== null) return
    process.kill(pid, 'SIGTERM')
    await once(child, 'exit')
  }

  return {
    pointAt: (x, y) => move('mousemove', String(Math.round(x)), String(Math.round(y))),
    click: () => move('click', '1'),
    press: (key) => move('key', key),
    async stop() {
      // The browser is a group of processes, behind a script that starts them.
      if (browser.pid !== undefined) await end(browser, -browser.pid)
      if (screen.pid !== undefined) await end(screen, screen.pid)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
