import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** What `npm run check` runs, roughly from the quickest to the slowest. */
const CHECKS: readonly [command: string, ...args: string[]][] = [
  ['node', 'tests/content/check.ts'],
  ['node', 'tests/settings/check.ts'],
  ['tsc', '--noEmit'],
  ['oxfmt', '--check', '.'],
  ['knip', '--treat-config-hints-as-errors'],
  ['oxlint', '--config=.oxlint.config.ts'],
  ['node', 'tests/specification/check.ts'],
]

/** Ends this process with a sentence if the development packages are missing. */
export function requirePackages(): void {
  if (existsSync(path.join(root, 'node_modules/vitest'))) return
  console.error(
    'Packages for development are missing (NODE_ENV=production or --omit=dev): run npm ci --include=dev.',
  )
  process.exit(1)
}

/** Ends this process with a sentence if it is given arguments: they would be ignored and everything would run. */
export function refuseWords(command: string): void {
  const words = process.argv.slice(2)
  if (words.length === 0) return
  console.error(
    `${command} runs everything, and takes no ${words.join(' ')}. How to run one test is in tests/README.md.`,
  )
  process.exit(1)
}

/** Runs all checks to their end, and returns which of them failed. */
export function runChecks(): { passed: string[]; failed: string[] } {
  const names = CHECKS.map(([command, ...args]) => {
    console.info(`\n${[command, ...args].join(' ')}`)
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
    return { name: [command, ...args].join(' '), isClean: status === 0 }
  })
  const by = (isClean: boolean) => names.filter((one) => one.isClean === isClean).map(({ name }) => name)
  return { passed: by(true), failed: by(false) }
}

if (import.meta.main) {
  refuseWords('npm run check')
  requirePackages()
  const { failed } = runChecks()
  for (const name of failed) console.error(`Failed: ${name}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
