import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { generate, pathsModule } from '../../../studio/cli/typegen.ts'
import { pagePath } from '../../../studio/schema/pages.ts'

test('the generated files are those of the schema and the queries', async () => {
  for (const [file, text] of Object.entries(await generate())) {
    expect(await readFile(file, 'utf8'), `${file} is stale: run npm run typegen`).toBe(text)
  }
})

test('the command writes nothing anew from another folder', () => {
  const program = path.join(import.meta.dirname, '../../../studio/cli/typegen.ts')
  const { status, stdout } = spawnSync(process.execPath, [program], { cwd: tmpdir(), encoding: 'utf8' })
  expect({ status, lines: stdout.match(/ is unchanged$/gmu)?.length }).toEqual({ status: 0, lines: 4 })
})

test.each([
  ['received', '/received is another page of this site.'],
  ['privacy', '/privacy is another page of this site.'],
  ['index', '/index is kept for the server. Choose another address.'],
  ['studio', '/studio is kept for the server. Choose another address.'],
  [
    'Pricing',
    'An address is made of small letters, digits and single dashes, 60 at most, such as spring-webinar.',
  ],
])('a page can’t be named %s, as its address would not be its own', (name, fault) => {
  const message = `Name the type “${name}” otherwise, as its page would be at ${pagePath(name)}. ${fault}`
  expect(() => pathsModule(['home', name, 'about'])).toThrow(new OperationalError(message))
})
