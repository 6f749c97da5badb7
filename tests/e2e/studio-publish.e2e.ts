import type { Page, Request } from '@playwright/test'
import { receiptOf } from './support/own-studio.ts'
import { photograph, replacePicture } from './support/pictures.ts'
import { box, choose, expect, openDocument, publish, studioIsBuilt, test } from './support/studio.ts'

const STEP = { _type: 'step', title: 'Check', text: 'Look at it twice.' }

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

/** Keeps requests from the server until they are let go. */
async function hold(page: Page, url: RegExp, isMeant: (request: Request) => boolean = () => true) {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (!isMeant(route.request())) return route.continue()
    begun.resolve()
    await release.promise
    // The page may have given it up meanwhile.
    return route.continue().catch(() => undefined)
  })
  return {
    begun: begun.promise,
    release: async () => {
      release.resolve()
      await page.unroute(url)
    },
  }
}

const UPLOADS = /\/assets\/images\//
const EDITS = /\/data\/(?:mutate|actions)\//

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a publish waits for the picture that is still on its way, and never goes without it', async ({
  page,
  lake,
}) => {
  const slack = await lake.client.getDocument<{ _type: string }>('integration-slack')
  if (!slack) throw new Error('The launch content has no Slack.')
  const id = await lake.plant({ ...slack, title: 'Slow' })
  await openDocument(page, 'integration', id)
  const first = await hold(page, UPLOADS)
  await replacePicture(page, await photograph('jpeg', 'slow.jpg'))
  await first.begun
  await button(page, 'Publish').click()
  await expect(button(page, 'Publishing once the picture is uploaded…')).toBeDisabled()
  await first.release()
  await expect(page.getByText('Slow was published')).toBeVisible()
  const published = await lake.client.getDocument(id)
  expect(published).toMatchObject({ logo: { asset: { _ref: expect.stringMatching(/-3000x2000-jpg$/) } } })
  expect(JSON.stringify(published)).not.toContain('_upload')
  expect(await lake.client.getDocument(`drafts.${id}`)).toBeUndefined()

  // Who leaves breaks the upload off, and is told.
  const second = await hold(page, UPLOADS)
  await replacePicture(page, await photograph('png', 'left.png'))
  await second.begun
  await button(page, 'Publish').click()
  await expect(button(page, 'Publishing once the picture is uploaded…')).toBeVisible()
  await page.getByRole('link', { name: 'Steps' }).click()
  await expect(page.getByText('Slow was not published')).toBeVisible()
  await expect(page.getByText('The picture was not uploaded. Upload it again, then publish.')).toBeVisible()
  await second.release()
  expect(await lake.client.getDocument(id)).toEqual(published)
  await page.getByRole('button', { name: 'Open it' }).click()
  await expect(box(page, 'title')).toHaveValue('Slow')
})

test('a publish waits for edits to be stored and checked, wherever the editor goes', async ({
  page,
  lake,
}) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  const first = await hold(page, EDITS)
  await box(page, 'title').fill('Check thrice')
  await button(page, 'Publish').click()
  await expect(button(page, 'Publishing once it is checked…')).toBeDisabled()
  await first.begun
  // Closing the tab asks first.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('link', { name: 'Pillars' }).click()
  await expect(page.getByTestId('form-view')).toBeHidden()
  await first.release()
  await expect(page.getByText('Check thrice was published')).toBeVisible()
  expect(await lake.client.getDocument(id)).toMatchObject({ title: 'Check thrice' })

  // What turns out to be wrong is not published; the form shows where.
  await openDocument(page, 'step', id)
  const second = await hold(page, EDITS)
  await box(page, 'title').fill('')
  await button(page, 'Publish').click()
  await second.begun
  await box(page, 'text').focus()
  await second.release()
  await expect(page.getByText('was not published')).toBeVisible()
  await expect(box(page, 'title')).toBeFocused()
  await expect(button(page, 'Publish')).toBeDisabled()
  expect(await lake.client.getDocument(id)).toMatchObject({ title: 'Check thrice' })
  // The click that comes right with the mend counts.
  await box(page, 'title').fill('Check four times')
  await button(page, 'Publish').click()
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title: 'Check four times' })
})

test('asks before a tab closes whose edits are not stored yet, and only then', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  const edits = await hold(page, EDITS)
  await box(page, 'title').fill('Check thrice')
  await edits.begun
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await edits.release()
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject({ title: 'Check thrice' })
  // Reloading closes the page, too.
  await expect(page.getByText('Saving...')).toBeHidden()
  let isAsked = false
  page.once('dialog', (late) => {
    isAsked = true
    void late.accept()
  })
  await page.reload()
  await expect(box(page, 'title')).toHaveValue('Check thrice')
  expect(isAsked).toBe(false)
})

test('what is typed while somebody else publishes stays, however much of it is on its way', async ({
  page,
  lake,
}) => {
  const id = await lake.plant(STEP)
  const draftId = `drafts.${id}`
  const line = page.waitForEvent('websocket', (socket) => socket.url().includes('/mux'))
  await openDocument(page, 'step', id)
  const text = box(page, 'text')
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' One')
  await expect.poll(() => lake.client.getDocument(draftId)).toMatchObject({ text: `${STEP.text} One` })
  const edits = await hold(page, EDITS)
  await page.keyboard.type(', two')
  await edits.begun
  await page.keyboard.type(', three')
  const isGone = (await line).waitForEvent('framereceived', ({ payload }) =>
    /"disappear/u.test(String(payload).replaceAll('\\', '')),
  )
  await lake.client.action({
    actionType: 'sanity.action.document.publish',
    draftId,
    publishedId: id,
  })
  await isGone
  await page.keyboard.type(', four')
  await edits.release()
  const whole = `${STEP.text} One, two, three, four`
  await expect.poll(() => lake.client.getDocument(draftId)).toMatchObject({ text: whole })
  await expect(text).toHaveValue(whole)
  expect(await lake.client.getDocument(id)).toMatchObject({ text: `${STEP.text} One` })
})

test('typing goes on in a text that somebody else empties', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  const text = box(page, 'text')
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' One')
  const draft = () => lake.client.getDocument(`drafts.${id}`)
  await expect.poll(draft).toMatchObject({ text: `${STEP.text} One` })
  const edits = await hold(page, EDITS)
  await page.keyboard.type(', two')
  await edits.begun
  await lake.client.patch(`drafts.${id}`).unset(['text']).commit()
  await expect(text).toHaveValue('')
  await page.keyboard.type('Look once.')
  await edits.release()
  await expect.poll(draft).toMatchObject({ text: 'Look once.' })
  await expect(text).toHaveValue('Look once.')
})

test('an item on no list is published and added to the site in one step', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  const steps = 'coalesce(*[_id == "home"][0].features.steps[]._ref, [])'
  try {
    await openDocument(page, 'step', id)
    await box(page, 'title').fill('Check thrice')
    await choose(page, /^Publish and add to the site$/)
    await expect(page.getByText('Check thrice was published')).toBeVisible()
    expect(await lake.client.getDocument(id)).toMatchObject({ title: 'Check thrice' })
    expect((await lake.client.fetch<string[]>(steps)).at(-1)).toBe(id)
    // It is there, and said nowhere else.
    await page.getByTestId('action-menu-button').click()
    await expect(page.getByRole('menuitem', { name: /delete/i })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /add to the site/i })).toHaveCount(0)
  } finally {
    await lake.client
      .patch('home')
      .unset([`features.steps[_ref == "${id}"]`])
      .commit()
  }
})

test('a first publish that does not reach the site is shown, and later why it may take longer', async ({
  page,
  lake,
  refusals,
}) => {
  refusals.push(/^503 .*\/api\/publishes\//)
  const id = await lake.plant(STEP)
  await lake.client.create({ ...STEP, _id: `drafts.${id}`, title: 'Unheard' })
  let isAway = false
  await page.route(`**/api/publishes/${id}`, (route) =>
    isAway ? route.fulfill({ status: 503 }) : route.fulfill({ json: { receipt: null } }),
  )
  const answered = page.waitForResponse(`**/api/publishes/${id}`)
  await openDocument(page, 'step', id)
  await expect(receiptOf(page)).toContainText('Draft differs from live')
  // The form knows whether there is a draft before it knows of a receipt.
  await answered
  isAway = true
  await publish(page)
  await expect(receiptOf(page)).toContainText('Published')
  await expect(receiptOf(page)).toContainText('The site has not received it yet.')
})

test('a draft that no page shows is not shared as the home page, nor is one whose pages can’t be read', async ({
  page,
  lake,
  refusals,
}) => {
  refusals.push(/^400 .*\/data\/query\//)
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await choose(page, /^Share draft/u)
  await expect(page.getByText('No page shows this yet.')).toBeVisible()
  await page.route(
    /\/query\/.*perspective=drafts.*%22landing%22|%22landing%22.*perspective=drafts/u,
    (route) => route.fulfill({ status: 400, json: { error: { description: 'It was refused.' } } }),
  )
  await choose(page, /^Share draft/u)
  await expect(page.getByText('It was refused.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
