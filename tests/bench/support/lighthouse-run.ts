import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { findChromium } from '../../support/chromium.ts'
import { run } from './build-peers.ts'

const VERSION = '13.5.0'
const home = path.join(tmpdir(), `bench-lighthouse-${VERSION}`)
const program = path.join(home, 'node_modules/lighthouse/cli/index.js')

/** Times in ms; the score of performance from 0 to 100, and CLS without a unit. */
export type Look = Record<'score' | 'FCP' | 'LCP' | 'TBT' | 'CLS', number>

interface Report {
  categories: { performance: { score: number | null } }
  audits: Record<string, { numericValue?: number }>
}

/**
 * Installs Lighthouse into a folder of its own, once for each version.
 * @throws OperationalError where the registry does not give it
 */
export async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return
  await mkdir(home, { recursive: true })
  const manifest = { private: true, type: 'module', dependencies: { lighthouse: VERSION } }
  await writeFile(path.join(home, 'package.json'), JSON.stringify(manifest))
  const { code, said } = await run(['npm', 'install', '--no-audit', '--no-fund'], home)
  if (code === 0) return
  await rm(home, { recursive: true, force: true })
  throw new OperationalError(`npm could not install Lighthouse, which this bench needs: ${said.trim()}`)
}

/** Looks at a page as Lighthouse's phone, really slowed down, with a processor so many times slower. */
export async function look(url: string, slowdown: number): Promise<Look> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'))
  const file = path.join(folder, 'report.json')
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance',
    '--throttling-method=devtools',
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
  ]
  try {
    const { code, said } = await run([process.execPath, program, url, ...options], home, {
      CHROME_PATH: findChromium() ?? '',
    })
    if (code !== 0) throw new Error(`Lighthouse did not look at ${url}:\n${said.slice(-1_000)}`)
    const { audits, categories } = JSON.parse(await readFile(file, 'utf8')) as Report
    const of = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      score: Math.round((categories.performance.score ?? Number.NaN) * 100),
      FCP: of('first-contentful-paint'),
      LCP: of('largest-contentful-paint'),
      TBT: of('total-blocking-time'),
      CLS: of('cumulative-layout-shift'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
