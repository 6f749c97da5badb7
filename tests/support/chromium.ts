import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same engine without a browser's windows: tests in it take about half the processor's time. */
const HEADLESS = ['chromium-headless-shell', 'headless_shell']

/**
 * Path of a Chromium for tests: `CHROMIUM_PATH`, the system's (one without windows first), Playwright's own;
 * where there is none, one is installed by Playwright or else as a Debian package. Throws a sentence when all
 * of that fails.
 */
export function findChromium(): string {
  return present([...HEADLESS, ...WHOLE]) ?? install('chromium-headless-shell', [...HEADLESS, ...WHOLE])
}

/** The same for what is measured, which has to be the browser that visitors have. */
export function findWholeChromium(): string {
  return present(WHOLE) ?? install('chromium', WHOLE)
}

function present(names: string[]): string | undefined {
  const configured = process.env['CHROMIUM_PATH']
  if (configured && existsSync(configured)) return configured
  const system = names
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim())
    .find(Boolean)
  if (system) return system
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

function install(debianPackage: string, names: string[]): string {
  console.info('No Chromium found. Installing one for the browser tests …')
  const own = spawnSync('playwright', ['install', '--with-deps', 'chromium'], { stdio: 'ignore' })
  if (own.status !== 0) {
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '-qq', debianPackage], { stdio: 'ignore' })
    } catch {
      // The sentence below says what to do; apt's own output would not.
    }
  }
  const found = present(names)
  if (found) return found
  throw new Error(
    'The browser tests need a Chromium and none could be installed. Install one and set CHROMIUM_PATH to it.',
  )
}
