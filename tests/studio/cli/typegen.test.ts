import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generate } from '../../../studio/cli/typegen.ts'

test('the generated files are those of the schema and the queries', async () => {
  for (const [file, text] of Object.entries(await generate())) {
    expect(await readFile(file, 'utf8'), `${file} is stale: run npm run typegen`).toBe(text)
  }
})
