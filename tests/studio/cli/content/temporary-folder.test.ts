import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { constants } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { create } from 'tar'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, mountSmallDisk } from '../../../faults/support/small-disk.ts'
import { listenHere } from '../../../support/listen.ts'
import { temporaryFolder } from '../../lake/fixture.ts'
import { picture, writeFolder } from './fixture.ts'

const CONTENT = join(import.meta.dirname, '../../../../studio/cli/content.ts')

test.each(['SIGINT', 'SIGTERM'] as const)(
  'an import that %s ends leaves nothing of the archive behind',
  async (signal) => {
    const unpacked = writeFolder([{ _id: 'one', _type: 'pillar', picture: picture('a.svg') }], {
      'a.svg': '<svg/>',
    })
    const archive = join(temporaryFolder(), 'content.tar.gz')
    await create({ file: archive, cwd: unpacked, gzip: true }, ['.'])
    // It is asked once the archive is unpacked, and never answers.
    const silent = createServer()
    const asked = once(silent, 'request')
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const TMPDIR = temporaryFolder()
    const child = spawn(process.execPath, [CONTENT, 'import', archive], {
      env: { PATH, NODE_COMPILE_CACHE, TMPDIR, LAKE_URL: await listenHere(silent) },
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    await asked
    expect(readdirSync(TMPDIR, { recursive: true })).toContainEqual(expect.stringMatching(/data\.ndjson$/u))
    child.kill(signal)
    expect(await ended).toEqual([128 + constants.signals[signal], null])
    expect(readdirSync(TMPDIR)).toEqual([])
  },
)

test.skipIf(!canMount)('an import that finds no room does not blame the archive', async () => {
  const unpacked = writeFolder([{ _id: 'one', _type: 'pillar', picture: picture('a.svg') }], {
    'a.svg': '<svg/>',
  })
  const archive = join(temporaryFolder(), 'content.tar.gz')
  await create({ file: archive, cwd: unpacked, gzip: true }, ['.'])
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const TMPDIR = temporaryFolder()
  const disk = mountSmallDisk(TMPDIR, 1)
  onTestFinished(() => disk.remove())
  disk.fill()
  const imported = promisify(execFile)(process.execPath, [CONTENT, 'import', archive], {
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR, LAKE_URL: 'http://127.0.0.1:9' },
  })
  await expect(imported).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The disk of .* or of the temporary folder \(TMPDIR\) is full: free some space\.\n$/u,
    ),
  })
})
