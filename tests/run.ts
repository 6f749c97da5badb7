import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Count {
  passed: number
  failed: number
}

const folder = mkdtempSync(path.join(tmpdir(), 'site-tests-'))

const checks: [string, string[]][] = [
  ['tsc', ['--noEmit']],
  ['oxlint', []],
  ['oxfmt', ['--check', '.']],
  ['knip', ['--treat-config-hints-as-errors']],
]

const counts = [...checks.map(check), unit(), browser()]
rmSync(folder, { recursive: true, force: true })
const passed = counts.reduce((sum, one) => sum + one.passed, 0)
const failed = counts.reduce((sum, one) => sum + one.failed, 0)
console.info(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function check([command, args]: [string, string[]]): Count {
  console.info(`\n${command} ${args.join(' ')}`)
  return succeeded(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function unit(): Count {
  const file = path.join(folder, 'unit.json')
  const ran = succeeded('vitest', [
    'run',
    '--config=tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const { numPassedTests, numFailedTests } = report(file) as {
    numPassedTests?: number
    numFailedTests?: number
  }
  return count(ran, numPassedTests, numFailedTests)
}

function browser(): Count {
  const file = path.join(folder, 'browser.json')
  const ran = succeeded('playwright', ['test', '--config=tests/playwright.config.ts'], { E2E_REPORT: file })
  const { stats } = report(file) as { stats?: { expected: number; unexpected: number; flaky: number } }
  if (stats?.flaky) console.info(`${stats.flaky} browser tests needed a second try.`)
  return count(ran, stats && stats.expected + stats.flaky, stats?.unexpected)
}

/** A run that failed counts as a failure even where its report names none, such as a lost server. */
function count(ran: boolean, ok = 0, bad = 0): Count {
  return { passed: ok, failed: ran ? bad : Math.max(1, bad) }
}

function succeeded(command: string, args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function report(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
