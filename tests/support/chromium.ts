import { chromium } from '@playwright/test'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { CHROMIUM_FLAGS as args } from './chromium-flags.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same engine without windows: the Studio's tests in it take about half the CPU time, those of pages two thirds. */
const HEADLESS = ['chromium-headless-shell', 'headless_shell']

/**
 * Path of a Chromium: `CHROMIUM_PATH`, the system's, Playwright's own; where there is none, one is
 * installed by Playwright or else as a Debian package. Throws a sentence when all of that fails.
 */
export function findChromium(): string {
  return present() ?? install()
}

/** Path of a Chromium without windows, if the system has one. */
export function findHeadlessChromium(): string | undefined {
  return process.env['CHROMIUM_PATH'] ? undefined : onPath(HEADLESS)
}

/**
 * Options of tests that need the browser that visitors have: without windows, it swaps fonts with a shift, fetches
 * scripts earlier, often forgets what a finger has tapped, and has no pages of its own.
 */
export function withWindows() {
  return { launchOptions: { executablePath: findChromium(), args } }
}

function present(): string | undefined {
  const configured = process.env['CHROMIUM_PATH']
  if (configured && existsSync(configured)) return configured
  const system = onPath(NAMES)
  if (system) return system
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

function onPath(names: string[]): string | undefined {
  return names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()).find(Boolean)
}

function install(): string {
  console.info('No Chromium found. Installing one for the browser tests …')
  const own = spawnSync('playwright', ['install', '--with-deps', 'chromium'], { stdio: 'ignore' })
  if (own.status !== 0) {
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' })
      // Debian has one, others may not.
      spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'ignore' })
    } catch {
      // The sentence below says what to do; apt's own output would not.
    }
  }
  const found = present()
  if (found) return found
  throw new Error(
    'The browser tests need a Chromium and none could be installed. Install one and set CHROMIUM_PATH to it.',
  )
}
