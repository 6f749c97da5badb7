import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const BROWSERS = '/usr/{lib,lib/*,libexec}/webkit{2gtk-4.1,gtk-6.0}/MiniBrowser'

/** Paths of the programs that Safari's engine is driven with on Linux. */
export interface WebKitPrograms {
  driver: string
  browser: string
  /** The virtual screen: it has no headless mode. */
  screen: string
}

/** WebKitGTK with its driver and a virtual screen; undefined where one of them is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const [driver, screen] = ['WebKitWebDriver', 'Xvfb'].map((name) =>
    spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim(),
  )
  const [browser] = globSync(BROWSERS)
  return driver && screen && browser ? { driver, browser, screen } : undefined
}
