import { chromium } from '@playwright/test'
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

/** All that the score of performance is made of: with its other audits, a look takes a quarter longer. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
export type Theme = 'light' | 'dark'

/** What Lighthouse gives a page, from 0 to 100, and the audits that took from it, by their titles. */
export interface Scores {
  of: Record<Category, number>
  faults: string[]
}

interface Report {
  categories: Partial<
    Record<Category, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; displayValue?: string }
  >
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
  const { audits, categories } = await reportOf(url, slowdown, [
    `--only-audits=${METRICS.join(',')}`,
    '--disable-full-page-screenshot',
  ])
  const of = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score: percent(categories.performance?.score),
    FCP: of('first-contentful-paint'),
    LCP: of('largest-contentful-paint'),
    TBT: of('total-blocking-time'),
    CLS: of('cumulative-layout-shift'),
  }
}

/** Audits a page for all that Lighthouse scores, on a system with this theme. */
export async function score(url: string, slowdown: number, theme: Theme): Promise<Scores> {
  const { audits, categories } = await reportOf(
    url,
    slowdown,
    [`--only-categories=${CATEGORIES.join(',')}`],
    [THEME_FLAGS[theme]],
  )
  const weighed = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).filter(
    ({ weight }) => weight > 0,
  )
  const faults = weighed.flatMap(({ id }) => {
    const audit = audits[id]
    // Without a score it does not apply.
    if (audit === undefined || (audit.score ?? 1) === 1) return []
    return [[audit.title, audit.displayValue].filter(Boolean).join(' ')]
  })
  const of = CATEGORIES.map((name) => [name, percent(categories[name]?.score)])
  return { of: Object.fromEntries(of) as Scores['of'], faults }
}

/** Lighthouse has no option for it: Chromium is started as on a system with that theme. */
const THEME_FLAGS: Record<Theme, string> = {
  light: '--blink-settings=preferredColorScheme=1',
  dark: '--blink-settings=preferredColorScheme=0',
}

/** @throws Error where this Chromium has another theme than its flag asks for */
export async function checkTheme(theme: Theme): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [THEME_FLAGS[theme]] })
  try {
    const page = await browser.newPage({ colorScheme: null })
    const query = `matchMedia('(prefers-color-scheme: ${theme})').matches`
    if ((await page.evaluate(query)) !== true)
      throw new Error(`Chromium does not take ${THEME_FLAGS[theme]}.`)
  } finally {
    await browser.close()
  }
}

async function reportOf(
  url: string,
  slowdown: number,
  asked: readonly string[],
  flags: readonly string[] = [],
): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'))
  const file = path.join(folder, 'report.json')
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    ...asked,
    '--throttling-method=devtools',
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    `--chrome-flags=${['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', ...flags].join(' ')}`,
  ]
  try {
    const { code, said } = await run([process.execPath, program, url, ...options], home, {
      CHROME_PATH: findChromium() ?? '',
    })
    if (code !== 0) throw new Error(`Lighthouse did not look at ${url}:\n${said.slice(-1_000)}`)
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function percent(part: number | null | undefined): number {
  return Math.round((part ?? Number.NaN) * 100)
}
