import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './support/chromium.ts'

// Workers load this file again: the first to do so takes port and folder, the others find them.
const port = (process.env['E2E_PORT'] ??= freePort())
const baseURL = `http://127.0.0.1:${port}`
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'site-')))
const args = ['--no-sandbox', '--disable-dev-shm-usage']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: path.join(tmpdir(), 'site-e2e'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['E2E_REPORT']
    ? [['line'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : 'line',
  use: { baseURL, trace: 'off', launchOptions: { executablePath: findChromium(), args } },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // Editors work at a desk.
      testIgnore: 'studio*.e2e.ts',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
  webServer: {
    command: 'exec node api/server.ts',
    cwd: path.join(import.meta.dirname, '..'),
    url: `${baseURL}/api/health`,
    env: { PORT: port, DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
  },
})

/** A configuration can't wait, so another process opens a port and says which one it was given. */
function freePort(): string {
  const script =
    "const s=require('node:net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
}
