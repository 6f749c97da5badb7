import { expect, test } from 'vitest'
import { planBuild } from '../../../web/publisher/build-record.ts'
import { buildSite } from '../../../web/publisher/build-site.ts'
import { root } from '../../support/lake.ts'

test.each(['#', '?', '%'])('a checkout below a folder with %s in its name is refused', async (character) => {
  const plan = await planBuild(
    root,
    { LAKE_URL: 'http://127.0.0.1:1', SITE_URL: 'https://site.example' },
    false,
  )
  const folder = `/srv/c${character}/site`
  const built = buildSite({ ...plan, root: folder, dist: `${folder}/dist`, hasVisitors: true })
  await expect(built).rejects.toMatchObject({
    name: 'OperationalError',
    message: `The site can't be built in ${folder}: nothing can be imported from a folder with “${character}” in its path. Rename the folder, or move the checkout to another one.`,
  })
})
