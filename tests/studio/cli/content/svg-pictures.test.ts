import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { Dataset } from '../../../../studio/cli/content/datasets.ts'
import { transfer } from '../../../../studio/cli/content/transfer.ts'
import { listenHere } from '../../../support/listen.ts'
import { PICTURE } from '../../lake/fixture.ts'
import { startDataset } from './fixture.ts'

const OTHER = PICTURE.replace('c30', '03c')
const noted = (picture: string) => picture.replace('<rect', '<!-- by hand --><rect')

/** Puts a picture into a dataset as one does that cleans nothing; returns its id. */
async function addAsIs({ client }: Dataset, picture: string): Promise<string> {
  const server = createServer((_, response) => response.end(picture))
  const sha1hash = createHash('sha1').update(picture).digest('hex')
  const { _id: id } = await client.create({
    _id: `image-${sha1hash}-4x2-svg`,
    _type: 'sanity.imageAsset',
    sha1hash,
    url: `${await listenHere(server)}/picture.svg`,
  })
  return id
}

const REF = '*[_id == "logo"][0].image.asset._ref'
const imageOf = (id: string) => ({ _type: 'image', asset: { _type: 'reference', _ref: id } })

async function copy(source: Dataset, target: Dataset): Promise<string[]> {
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  await transfer(source, target, { dryRun: false, force: false, progress: () => undefined, say })
  return lines
}

test('a picture that one side has cleaned is the same picture, both ways, until it is changed', async () => {
  const [source, target] = [await startDataset(), await startDataset()]
  const before = await target.client.fetch(REF)
  const id = await addAsIs(source, noted(OTHER))
  await source.client
    .patch('logo')
    .set({ image: imageOf(id) })
    .commit()
  expect(await copy(source, target)).toContain('~ logo')
  expect([id, before]).not.toContain(await target.client.fetch(REF))

  const same = ['0 new, 0 changed, 0 newer in the target, 6 the same.']
  expect(await copy(source, target)).toEqual(same)
  expect(await copy(target, source)).toEqual(same)

  const changed = await addAsIs(source, noted(PICTURE))
  await source.client
    .patch('logo')
    .set({ image: imageOf(changed) })
    .commit()
  expect(await copy(source, target)).toContain('~ logo')
  expect(await target.client.fetch(REF)).toBe(before)
})
