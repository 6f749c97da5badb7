import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Whether this machine can compile the preloaded helpers; tests that need them are skipped where it can't. */
export const hasCompiler = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

/** Compiles a C file of this folder's parent into something that `LD_PRELOAD` takes. */
export function compileShim(name: string): string {
  const output = path.join(mkdtempSync(path.join(tmpdir(), 'shim-')), `${name}.so`)
  const source = path.join(import.meta.dirname, '..', `${name}.c`)
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', output, source, '-ldl', '-lpthread'])
  return output
}
