import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

const NAMES = ['firefox-esr', 'firefox']

/** Path of the system's Firefox or `FIREFOX_PATH`, which Playwright drives by WebDriver BiDi; undefined where there is none. */
export function findFirefox(): string | undefined {
  const configured = process.env['FIREFOX_PATH']
  if (configured && existsSync(configured)) return configured
  return NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()).find(Boolean)
}
