import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { root } from '../../support/lake.ts'
import { copySources, giveFolders, runProgram } from '../support/checkout.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'misspelt-'))
const checkout = path.join(folder, 'cal')
const data = path.join(folder, 'data')
const SENTENCE = '.env names SMTP_ULR, which is no setting and does nothing: SMTP_URL is probably meant.'

copySources(checkout)
symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
writeFileSync(path.join(checkout, '.env'), 'SMTP_ULR=smtps://cal:secret@mail.example.com\n')
giveFolders(folder, [data])
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  // A port that there is none of ends the start.
  { who: 'the server', command: ['api/server.ts'], more: { PORT: '70000' }, line: SENTENCE },
  { who: 'doctor', command: ['api/cli/doctor.ts'], more: {}, line: `FAIL  .env: ${SENTENCE}` },
  { who: 'a command', command: ['api/cli/submissions.ts', 'list'], more: {}, line: SENTENCE },
])('$who says which name in .env is misspelt, and not what it holds', async ({ command, more, line }) => {
  const [program = '', ...args] = command
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data, ROLE: 'forms', ...more }
  const answer = await runProgram(program, args, { cwd: checkout, env })
  expect(answer).toEqual({ code: 1, said: expect.stringContaining(line) })
  expect(answer.said).not.toContain('secret')
})
