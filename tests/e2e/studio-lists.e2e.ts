import { expect, goTo, studioIsBuilt, test } from './support/studio.ts'

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

test('a list whose order can’t be read at first appears a moment later', async ({ page, refusals }) => {
  refusals.push(/^400 .*\/data\/query\//)
  let reads = 0
  await page.route(/\/query\/.*%22shown%22.*faq\.groups/u, (route) => {
    reads += 1
    return reads > 1 ? route.continue() : route.fulfill({ status: 400 })
  })
  await page.goto('/studio/structure/faqGroup')
  await expect(page.getByRole('link', { name: /^Search/u })).toBeVisible()
  expect(reads).toBe(2)
})

test('a list is that of the chosen release: in its order, and with what is new in it', async ({
  page,
  lake,
}) => {
  const { client } = lake
  const release = 'listed'
  await client.releases.create({ releaseId: release, metadata: { title: 'Listed', releaseType: 'asap' } })
  await client.create({ _id: `versions.${release}.prove`, _type: 'step', title: 'Prove', text: 'Show it.' })
  await goTo(page, `/studio/structure/step?perspective=${release}`)
  const list = page.getByTestId('structure-tool-list-pane').last()
  await expect(list).toContainText(/Not on the site.*Prove/su)

  const home: { _type: 'home'; features: { steps: object[] } } = await client.fetch('*[_id == "home"][0]')
  const added = { _type: 'reference', _key: 'prove', _ref: 'prove', _weak: true }
  const features = { ...home.features, steps: [added, ...home.features.steps] }
  await client.create({ ...home, _id: `versions.${release}.home`, features })
  await expect(list).toContainText(/Prove.*Adapt/su)
  await expect(list).not.toContainText('Not on the site')

  await goTo(page, '/studio/structure/step')
  await expect(list).toContainText('Adapt')
  await expect(list).not.toContainText('Prove')
  await client.delete(`versions.${release}.home`)
  await client.delete(`versions.${release}.prove`)
  await client.releases.archive({ releaseId: release })
})
