import { defineConfig, devices, type Project } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHROMIUM_FLAGS as args } from './support/chromium-flags.ts'
import { findChromium, findHeadlessChromium } from './support/chromium.ts'
import { findFirefox } from './support/firefox.ts'
import { findWebKit } from './support/webkit.ts'

const root = path.join(import.meta.dirname, '..')
// Publishing changes pages, so the editors' tests have a site of their own.
const visitors = site('E2E_VISITORS')
const editors = site('E2E_EDITORS')
// Previews show every draft, so their tests have a site of their own.
const drafts = site('E2E_DRAFTS')
const TAKE_STUDIO = `cp -a "${visitors.distDir}"/studio* "$DIST_DIR"`
const EDITING = /(?:studio|publish|old-tab)[\w-]*\.e2e\.ts$/
const PREVIEWING = /preview[\w-]*\.e2e\.ts$/
/** Tests that drive WebKitGTK themselves, as Playwright can't. */
const WEBKIT = /webkit\.e2e\.ts$/
/** Tests that no width affects: addresses, posts, headers, words of documents, and the outbox. */
const WIDTHLESS = /(?:statuses|posts|policy|plain-http|literals|outbox)\.e2e\.ts$/
const firefox = findFirefox()
const chromium = findChromium()
const headless = findHeadlessChromium()
/** The Studio starts within seconds, or within a minute where ten programs want the same two cores. */
const patient = { timeout: 300_000, expect: { timeout: 60_000 } }
const desk = { viewport: { width: 1440, height: 900 } }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // Of this checkout: a run empties it at its start, and another checkout's may be under way.
  outputDir: path.join(root, 'var/e2e'),
  fullyParallel: true,
  // Two cores: a test mostly waits, where its browser draws no windows.
  workers: headless ? 3 : 2,
  // For browsers on a busy machine. The run reports how many tests needed it.
  retries: 1,
  // A page that axe reads in both themes takes half of it while other programs want the same two cores.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['E2E_REPORT']
    ? [['line'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : 'line',
  use: {
    baseURL: visitors.url,
    trace: 'off',
    // Tests that look at more than the engine have another: see `withWindows`.
    launchOptions: { executablePath: headless ?? chromium, args },
  },
  projects: [
    // These run file by file and mostly wait for the Studio. They start first: begun last, they would end last.
    {
      name: 'editor',
      ...patient,
      workers: 2,
      testMatch: EDITING,
      // Without windows, what moves is drawn by the processor: a quarter of what the Studio takes to start.
      use: { ...desk, baseURL: editors.url, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'drafts',
      ...patient,
      workers: 1,
      testMatch: PREVIEWING,
      use: { ...desk, baseURL: drafts.url },
    },
    {
      name: 'desktop',
      testIgnore: [EDITING, PREVIEWING, WEBKIT],
      use: desk,
    },
    {
      name: 'phone',
      testIgnore: [EDITING, PREVIEWING, WEBKIT, WIDTHLESS],
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    ...(firefox ? inFirefox(firefox) : []),
    ...(findWebKit() ? [{ name: 'webkit', ...patient, testMatch: WEBKIT, fullyParallel: false }] : []),
  ],
  // Each starts once the one before answers: the first builds the Studio, the others take that.
  webServer: [
    { ...server(visitors), command: 'node studio/build.ts --if-changed && exec node api/server.ts' },
    { ...server(editors), command: `${TAKE_STUDIO} && exec node api/server.ts` },
    { ...server(drafts), command: `${TAKE_STUDIO} && exec node api/server.ts` },
  ],
})

/** What browsers differ in once more, where a Firefox is installed: the Studio's keys, and the tests that say so. */
function inFirefox(executablePath: string): Project[] {
  const browser = { browserName: 'firefox', channel: 'moz-firefox', viewport: desk.viewport } as const
  // Playwright's `emulateMedia` reaches no system's Firefox.
  const calm = { executablePath, firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } }
  return [
    {
      name: 'firefox-editor',
      ...patient,
      testMatch: 'studio-keyboard.e2e.ts',
      use: { ...browser, baseURL: editors.url, launchOptions: { executablePath } },
    },
    {
      name: 'firefox',
      testIgnore: [EDITING, PREVIEWING],
      grep: /@firefox/,
      use: { ...browser, launchOptions: calm },
    },
  ]
}

interface Site {
  port: string
  url: string
  dataDir: string
  distDir: string
}

/** Workers load this file again: the first to do so takes port and folders, the others find them. */
function site(name: string): Site {
  const known = process.env[name]
  if (known) return JSON.parse(known) as Site
  const port = freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  // Below the checkout, as what is built finds its packages there.
  mkdirSync(path.join(root, 'var'), { recursive: true })
  const distDir = mkdtempSync(path.join(root, 'var/dist-'))
  const taken = { port, url: `http://127.0.0.1:${port}`, dataDir, distDir }
  process.env[name] = JSON.stringify(taken)
  process.on('exit', () => rmSync(distDir, { recursive: true, force: true }))
  return taken
}

function server({ port, url, dataDir, distDir }: Site) {
  return {
    cwd: root,
    url: `${url}/api/health`,
    env: { PORT: port, DATA_DIR: dataDir, DIST_DIR: distDir, RATE_LIMIT: 'off' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 300_000,
  } as const
}

/** A configuration can't wait, so another process opens a port and says which one it was given. */
function freePort(): string {
  const script =
    "const s=require('node:net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
}
