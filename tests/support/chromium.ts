import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same engine with nothing that draws a window: pages take it a third less work. */
const WINDOWLESS = 'chromium-headless-shell'

/**
 * Path of a Chromium: `CHROMIUM_PATH`, the system's, Playwright's own; where there is none, one is
 * installed by Playwright or else as a Debian package. Throws a sentence when all of that fails.
 * @param kind one with a window is the browser that people have: benches measure that
 */
export function findChromium(kind: 'windowless' | 'windowed' = 'windowless'): string {
  return present(kind) ?? install(kind)
}

function present(kind: 'windowless' | 'windowed'): string | undefined {
  const configured = process.env['CHROMIUM_PATH']
  if (configured && existsSync(configured)) return configured
  const names = kind === 'windowless' ? [WINDOWLESS, ...NAMES] : NAMES
  const system = names
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim())
    .find(Boolean)
  if (system) return system
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

function install(kind: 'windowless' | 'windowed'): string {
  console.info('No Chromium found. Installing one for the browser tests …')
  const own = spawnSync('playwright', ['install', '--with-deps', 'chromium'], { stdio: 'ignore' })
  if (own.status !== 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    for (const name of kind === 'windowless' ? [WINDOWLESS, 'chromium'] : ['chromium'])
      if (spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore' }).status === 0) break
  }
  const found = present(kind)
  if (found) return found
  throw new Error(
    'The browser tests need a Chromium and none could be installed. Install one and set CHROMIUM_PATH to it.',
  )
}
