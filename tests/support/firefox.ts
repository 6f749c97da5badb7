import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const NAMES = ['firefox-esr', 'firefox']
/** The first one with `network.addDataCollector` of WebDriver BiDi, without which Playwright does not start it. */
const OLDEST = 143

/**
 * Path of `FIREFOX_PATH` or else the system's Firefox, where Playwright can drive it by WebDriver BiDi; undefined
 * where there is none, or an older one only.
 */
export function findFirefox(): string | undefined {
  const configured = process.env['FIREFOX_PATH']
  if (configured && existsSync(configured)) return configured
  const installed = NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim())
  return installed.find((file) => file && versionOf(file) >= OLDEST)
}

function versionOf(file: string): number {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}
