import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openFilesLimit } from '../../../api/http/open-files.ts'
import { root } from '../../support/lake.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Runs a program of the API with so few files that it may open, on a folder of its own. */
function runWith(limit: number, program: string): Promise<{ code: number; said: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
  const command = `ulimit -n ${limit}; exec '${process.execPath}' '${path.join(root, 'api', program)}'`
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    ROLE: 'forms',
    DATA_DIR: folder,
    DIST_DIR: `${folder}/dist`,
  }
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr })
    })
  })
}

test.skipIf(!Number.isFinite(openFilesLimit()))(
  'a process that may open too few files for any visitor says so in place of a start',
  async () => {
    const sentence = 'This process may open 200 files, which leaves none for visitors: allow 1024 or more'
    const server = await runWith(200, 'server.ts')
    expect([server.code, server.said]).toEqual([1, expect.stringContaining(sentence)])
    const doctor = await runWith(200, 'cli/doctor.ts')
    expect([doctor.code, doctor.said]).toEqual([1, expect.stringContaining(`FAIL  open files: ${sentence}`)])
    const enough = await runWith(1_024, 'cli/doctor.ts')
    expect([enough.code, enough.said]).toEqual([0, expect.stringContaining('ok    open files: 1024 for')])
  },
)
