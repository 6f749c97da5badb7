import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesBelow } from '../../../../web/publisher/release/files-below.ts'

test('are the paths of all files, and none where there is no folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'below-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(path.join(folder, 'assets/pictures'), { recursive: true })
  for (const name of ['index.html', 'assets/app.js', 'assets/pictures/a.png'])
    await writeFile(path.join(folder, name), name)
  const below = await filesBelow(folder)
  expect(below.toSorted()).toEqual(['assets/app.js', 'assets/pictures/a.png', 'index.html'])
  expect(await filesBelow(path.join(folder, 'gone'))).toEqual([])
  expect(await filesBelow(path.join(folder, 'index.html'))).toEqual([])
})
