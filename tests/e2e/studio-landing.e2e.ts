import type { Locator } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { landingPage } from '../support/landing-pages.ts'
import { makeWebinar, writeSearch } from './support/landing-form.ts'
import { box, choose, expect, goTo, openDocument, publish, studioIsBuilt, test } from './support/studio.ts'

const call = { _type: 'callBlock', _key: 'call', title: 'Save your seat.', hidden: false }

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

/** What a visitor gets at a path: the status, and where it leads or what it says. */
async function visit(url: string): Promise<{ status: number; leadsTo: string | null; text: string }> {
  const response = await fetch(url, { redirect: 'manual' })
  return { status: response.status, leadsTo: response.headers.get('location'), text: await response.text() }
}

/** A published page of a test's own, with an address that nothing else has. */
function planted(blocks: Parameters<typeof landingPage>[1]['blocks'] = [call]) {
  const slug = `page-${randomUUID().slice(0, 8)}`
  const { _id, _rev, _createdAt, _updatedAt, ...page } = landingPage(slug, { blocks })
  return { slug, page }
}

/** Path of a button's link in the first part. */
function pathOf(key: string): string {
  return `blocks[_key=="call"].actions[_key=="${key}"].href`
}

test('a page of ten parts is made from a template, and is live with its publish', async ({
  page,
  lake,
  baseURL,
}) => {
  const name = `Audit hour ${randomUUID().slice(0, 8)}`
  const path = `/${name.toLowerCase().replaceAll(' ', '-')}`
  // Without motion, the form comes to rest where the browser once moved its list of parts to and fro for good.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await goTo(page, '/studio')
  const { field, close, add } = await makeWebinar(page, name, path)
  // What the home page has too begins as it is there.
  for (const part of ['Pillars', 'Steps', 'Integrations', 'Questions']) {
    await add(part)
    await close()
  }
  await add('Call to action')
  await field('title').getByRole('textbox').fill('Save your seat.')
  await close()
  await writeSearch(page, name, 'Forty minutes.')
  await publish(page)

  await expect.poll(async () => (await visit(baseURL + path)).text).toContain('Save your seat.')
  const { text } = await visit(baseURL + path)
  const [step] = await lake.client.fetch<string[]>('*[_id == "home"][0].features.steps[]->title')
  for (const words of [
    `<h1`,
    'One governed workflow, live.',
    'What the record holds.',
    'The record says so.',
    step,
  ])
    expect(text).toContain(words)
  expect((await visit(`${baseURL}/sitemap.xml`)).text).toContain(`${path}<`)
  const [made] = await lake.client.fetch<{ _id: string; parts: number }[]>(
    '*[slug.current == $slug]{_id, "parts": count(blocks)}',
    { slug: path.slice(1) },
  )
  expect(made?.parts).toBe(10)
  await lake.client.delete(made?._id ?? '')
})

test('an address that changes leads on from the old one, until nothing is to be found at either', async ({
  page,
  lake,
  baseURL,
}) => {
  // A part that is hidden until it is written keeps nothing back, in the form as on the site.
  const { slug, page: document } = planted([call, { _type: 'quoteBlock', _key: 'later', hidden: true }])
  const id = await lake.plant(document)
  await expect.poll(async () => (await visit(`${baseURL}/${slug}`)).status).toBe(200)
  await openDocument(page, 'landingPage', id)
  await box(page, 'slug').fill(`${slug}-again`)
  await publish(page)
  await expect.poll(async () => (await visit(`${baseURL}/${slug}-again`)).status).toBe(200)
  await expect.poll(async () => (await visit(`${baseURL}/${slug}`)).leadsTo).toBe(`/${slug}-again`)

  await page.getByRole('button', { name: 'Published' }).click()
  await page.getByTestId('action-unpublish').click()
  await page
    .getByRole('dialog', { name: `Where do visitors of /${slug}-again go?` })
    .getByRole('button', { name: 'Show them “page not found”' })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /unpublish/i })
    .click()
  for (const path of [`/${slug}-again`, `/${slug}`])
    await expect.poll(async () => (await visit(baseURL + path)).status).toBe(404)
})

test('a copy of a page begins without its address', async ({ page, lake }) => {
  const { slug, page: document } = planted()
  const id = await lake.plant(document)
  await openDocument(page, 'landingPage', id)
  await expect(box(page, 'slug')).toHaveValue(slug)
  await choose(page, /^Duplicate$/)
  await expect(box(page, 'slug')).toHaveValue('')
  await expect(box(page, 'title')).toHaveValue('A landing page')
  const copy = new RegExp(`landingPage;(?!${id})([\\w-]+)`, 'u').exec(page.url())?.[1]
  await lake.client.delete(`drafts.${copy}`)
})

test('a page that is taken away says where its visitors go', async ({ page, lake, baseURL }) => {
  const { slug, page: document } = planted()
  const id = await lake.plant(document)
  const link = { leads: 'link', href: `/${slug}`, page: { _type: 'reference', _ref: id, _weak: true } }
  const linking = planted([
    { ...call, actions: [{ _type: 'action', _key: 'see', label: 'See the offer', ...link }] },
  ])
  await lake.plant(linking.page)
  await expect.poll(async () => (await visit(`${baseURL}/${linking.slug}`)).status).toBe(200)
  await openDocument(page, 'landingPage', id)
  await page.getByRole('button', { name: 'Published' }).click()
  await page.getByTestId('action-unpublish').click()
  const dialog = page.getByRole('dialog', { name: `Where do visitors of /${slug} go?` })
  await dialog.getByRole('textbox', { name: 'Path or address' }).fill('nowhere')
  await dialog.getByRole('button', { name: 'Lead visitors there' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is neither a path of this site')
  await dialog.getByRole('textbox', { name: 'Path or address' }).fill(`/${slug}-nowhere`)
  await dialog.getByRole('button', { name: 'Lead visitors there' }).click()
  await expect(dialog.getByRole('alert')).toContainText('which is no page of this site')
  await expect(dialog.getByRole('button', { name: 'Lead visitors there' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Path or address' }).fill('/contact')
  await dialog.getByRole('button', { name: 'Lead visitors there' }).click()
  // A link doesn't keep the page, and nothing says that it does.
  const last = page.getByRole('dialog', { name: 'Unpublish document?' })
  await expect(last).toContainText('1 document refers to')
  await expect(last).toContainText('A page that they only link to goes')
  await last.getByRole('button', { name: /unpublish/i }).click()
  await expect.poll(async () => (await visit(`${baseURL}/${slug}`)).leadsTo).toBe('/contact')
  await page.getByRole('link', { name: 'Site versions' }).click()
  await expect(page.getByRole('main').getByText(`Local editor · No longer there: /${slug}`)).toBeVisible()
})

test('a link to a page is chosen by its name, moves along with it, and is words alone when it is gone', async ({
  page,
  lake,
  baseURL,
}) => {
  const target = planted()
  const targetId = await lake.plant(target.page)
  await expect.poll(async () => (await visit(`${baseURL}/${target.slug}`)).status).toBe(200)
  const action = { _type: 'action', _key: 'see', label: 'See the offer', leads: 'link', href: '/contact' }
  const own = planted([{ ...call, actions: [action] }])
  const id = await lake.plant(own.page)
  const href = async () =>
    /<a href="([^"]*)"[^>]*>See the offer</.exec((await visit(`${baseURL}/${own.slug}`)).text)?.[1]
  await expect.poll(href).toBe('/contact')

  await goTo(
    page,
    `/studio/intent/edit/id=${id};type=landingPage;path=blocks%5B_key%3D%3D%22call%22%5D.actions%5B_key%3D%3D%22see%22%5D/`,
  )
  const field = page
    .getByRole('dialog')
    .last()
    .getByTestId(/^field-blocks.*href$/)
  const link = field.getByRole('combobox')
  await link.fill('/#nope')
  const [error, doubt] = ['error', 'warning'].map((level) =>
    field.getByTestId(`input-validation-icon-${level}`),
  ) as [Locator, Locator]
  await expect(doubt).toBeVisible()
  await expect(error).toHaveCount(0)
  await link.fill('/nope-page')
  await expect(error).toBeVisible()
  await link.fill('/#how-is-cal-priced')
  await expect(error).toHaveCount(0)
  await expect(doubt).toHaveCount(0)
  await link.fill(target.slug)
  await page.getByRole('button', { name: `/${target.slug}` }).click()
  await expect(field).toContainText('Leads to “A landing page”, and moves with it')
  await link.fill(`/${target.slug}#main`)
  await publish(page)
  await expect.poll(href).toBe(`/${target.slug}#main`)

  await lake.client
    .patch(targetId)
    .set({ 'slug.current': `${target.slug}-again` })
    .commit()
  await expect.poll(href).toBe(`/${target.slug}-again#main`)
  await page.reload()
  await expect(link).toHaveValue(`/${target.slug}-again#main`)
  await expect(field).toContainText('Leads to “A landing page”, and moves with it')
  await lake.client.delete(targetId)
  await expect.poll(href).toBe(undefined)
  await page.reload()
  await doubt.hover()
  await expect(page.getByText('is not published any more')).toBeVisible()
})

test('a link to a page leads elsewhere once an address is pasted over it, or its change is taken back', async ({
  page,
  context,
  lake,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const target = planted()
  const targetId = await lake.plant(target.page)
  const action = { _type: 'action', label: 'See the offer', leads: 'link' }
  const linked = { href: `/${target.slug}`, page: { _type: 'reference', _ref: targetId, _weak: true } }
  const actions = [
    { ...action, _key: 'one', ...linked },
    { ...action, _key: 'two', href: '/contact' },
  ]
  const id = await lake.plant(planted([{ ...call, actions }]).page)
  const form = `/studio/intent/edit/id=${id};type=landingPage`
  async function openLink(key: string): Promise<Locator> {
    await goTo(page, `${form};path=${encodeURIComponent(pathOf(key))}/`)
    const link = page.getByTestId(`field-${pathOf(key)}`).getByRole('combobox')
    await expect(link).toBeEditable()
    return link
  }
  async function act(key: string, name: string): Promise<void> {
    await page.getByTestId(`field-${pathOf(key)}`).hover()
    const menu = page.getByTestId(`field-actions-menu-${pathOf(key)}`)
    await menu.getByTestId('field-actions-trigger').click()
    await page.getByRole('menuitem', { name }).click()
  }
  const draftOf = (key: string) =>
    lake.client.fetch<unknown>(
      '*[_id == $draft][0].blocks[0].actions[_key == $key][0]{href, "page": page._ref}',
      { draft: `drafts.${id}`, key },
    )

  await openLink('two')
  await act('two', 'Copy field')
  const one = await openLink('one')
  await act('one', 'Paste field')
  await expect(one).toHaveValue('/contact')
  await expect.poll(() => draftOf('one')).toEqual({ href: '/contact', page: null })

  const two = await openLink('two')
  await two.fill(`/${target.slug}`)
  await expect.poll(() => draftOf('two')).toEqual({ href: `/${target.slug}`, page: targetId })
  const review = `inspect=${encodeURIComponent('sanity/structure/history')};changesInspectorTab=review`
  await goTo(page, `${form};${review}/`)
  await page.getByTestId(`single-change-revert-button-${pathOf('two')}`).click()
  await page.getByRole('button', { name: 'Revert change' }).last().click()
  await expect.poll(() => draftOf('two')).toEqual({ href: '/contact', page: null })
})
