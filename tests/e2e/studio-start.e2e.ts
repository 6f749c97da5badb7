import { randomUUID } from 'node:crypto'
import { landingPage } from '../support/landing-pages.ts'
import { receiptOf, test } from './support/own-studio.ts'
import { box, expect, goTo, openDocument, publish } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })

test('leads from an address that visitors asked for in vain to a redirect that is live', async ({
  page,
  baseURL,
}) => {
  for (const path of ['/old-webinar', '/old-webinar?from=mail', '/wp-login.php', '/.env'])
    expect((await fetch(baseURL + path)).status).toBe(404)
  await goTo(page, '/studio')
  await expect(page).toHaveURL(/\/studio\/start$/u)
  const missing = page.getByRole('region', { name: 'Not found this week' })
  await expect(missing.getByRole('listitem')).toHaveText([/^\/old-webinar2 times/u])
  const drafts = page.getByRole('region', { name: 'Not live yet' })
  await expect(drafts).toContainText('Nothing is waiting. Everything is live.')

  await missing.getByRole('button', { name: 'Make a redirect from /old-webinar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toHaveValue('/old-webinar')
  const leadsTo = dialog.getByRole('combobox')
  await expect(leadsTo).toBeFocused()
  await leadsTo.fill('/contact')
  await publish(page)
  await expect(receiptOf(page)).toContainText('Live in')
  expect((await fetch(`${baseURL}/old-webinar`, { redirect: 'manual' })).headers.get('location')).toBe(
    '/contact',
  )

  await goTo(page, '/studio')
  await expect(missing).toContainText('Every address that visitors asked for was found.')
  const versions = page.getByRole('region', { name: 'Latest site versions' })
  await expect(versions.getByRole('listitem').first()).toContainText('Redirects (served now)')
})

test('lists what is not live yet with its editor, and what is held with the way to its field', async ({
  page,
  lake,
  refusals,
}) => {
  const mission: unknown = (await lake.client.getDocument('about'))?.['mission']
  await lake.client.patch('about').unset(['mission']).commit()
  const id = await lake.plant({ _type: 'step', title: 'Check', text: 'Look at it twice.' })
  const draft = { _id: `drafts.${id}`, _type: 'step', title: 'Check again', text: 'Look at it twice.' }
  const own = { ...draft, _id: `drafts.${id}-own`, title: 'Never seen' }
  await lake.client.create(draft)
  // Who edited is asked of the history, which takes its time.
  const isSeen = Promise.withResolvers<void>()
  await page.route('**/data/history/**', async (route) => {
    await isSeen.promise
    await route.continue()
  })
  await goTo(page, '/studio/start')
  const drafts = page.getByRole('region', { name: 'Not live yet' }).getByRole('listitem')
  await expect(drafts).toHaveCount(1)
  // A read that fails is made again.
  refusals.push(/^400 .*\/data\/query\//)
  await page.route(/\/query\/.*%22drafts%22/u, (route) => route.fulfill({ status: 400 }), { times: 1 })
  await lake.client.create(own)
  await expect(drafts).toHaveCount(2)
  isSeen.resolve()
  await expect(drafts.filter({ hasText: 'Never seen' })).toContainText(/New.*Step, .* by Local editor/u)
  await expect(drafts.filter({ hasText: 'Check again' })).not.toContainText('New')
  const held = page.getByRole('region', { name: 'Held back' })
  const about = held.getByRole('listitem').filter({ hasText: 'About' })
  await expect(about).toContainText('“Mission” is empty.')
  await about.getByRole('link', { name: 'Go to the field' }).click()
  await expect(box(page, 'mission.title')).toBeInViewport()

  await lake.client.transaction().patch('about', { set: { mission } }).delete(own._id).commit()
  await goTo(page, '/studio/start')
  await expect(held).toContainText('Nothing is held. Visitors see everything that was published.')
  await drafts.getByRole('link').click()
  await expect(box(page, 'title')).toHaveValue('Check again')
})

test('shows pages and items as visitors read them, and says truly where one is used', async ({
  page,
  lake,
}) => {
  const { brand, slack } = await lake.client.fetch<{ brand: string; slack: string }>(
    '{"brand": *[_id == "settings"][0].brand.word, "slack": *[_type == "integration" && title == "Slack"][0]._id}',
  )
  await openDocument(page, 'settings')
  const desk = page.getByTestId('structure-tool-list-pane')
  await expect(desk.getByRole('link', { name: /^Home/ })).toContainText(`/ · ${brand} | `)
  await expect(desk.getByRole('link', { name: /^Platform/ })).toContainText(
    `/platform · Platform | ${brand} `,
  )
  await expect(desk).not.toContainText(/\{\w+\}/)
  await page.getByRole('tab', { name: 'Navigation' }).click()
  const navigation = page.getByTestId('field-navigation')
  await expect(navigation.getByRole('button', { name: 'ROI ROI calculator' })).toBeVisible()
  await expect(navigation.getByRole('button', { name: 'Why Now Why now' })).toBeVisible()

  await openDocument(page, 'integration', slack)
  await expect(page.getByRole('link', { name: /^Anthropic/ })).toContainText('Model provider')
  await expect(page.getByText('Used on one page, in 3 places')).toBeVisible()
  const items = [{ _type: 'reference', _key: 'r', _ref: slack }]
  const block = { _type: 'integrationsBlock', _key: 'b', hidden: false, items }
  const { _rev, ...shown } = landingPage(`page-${randomUUID().slice(0, 8)}`, { blocks: [block] })
  await lake.plant(shown)
  await expect(page.getByText('Used on 2 pages, in 4 places')).toBeVisible()
})

test('many redirects are pasted at once, and each line that is none is named', async ({ page, lake }) => {
  await openDocument(page, 'redirects')
  await page.getByRole('button', { name: 'Paste many…' }).click()
  const many = page.getByLabel('Many redirects')
  await many.fill('/a-1 /contact\nold /contact\n/a-2,/platform\n/A-1 → /about')
  const read = page.getByRole('status', { name: 'What was read' })
  await expect(read).toContainText('Line 2: “old” is no path of this site.')
  await expect(read).toContainText('/A-1 (line 4)')
  await page.getByRole('button', { name: 'Add 2 redirects' }).click()
  await expect(read).toContainText('2 redirects added to the draft.')
  await expect(many).toHaveValue('old /contact')
  const stored = () => lake.client.fetch<unknown>('*[_id == "drafts.redirects"][0].rules[-2..-1]{from, to}')
  await expect.poll(stored).toEqual([
    { from: '/a-1', to: '/contact' },
    { from: '/a-2', to: '/platform' },
  ])
  await expect(page.getByTestId('field-rules').getByText('/a-2')).toBeVisible()
  await lake.client.delete('drafts.redirects')
})

test('finds a sentence wherever it stands, opens its field, and replaces words in drafts alone', async ({
  page,
  lake,
}) => {
  const span = { _type: 'span', _key: 's', text: 'Xylem grows. A xylem of {brand} is here.', marks: ['l'] }
  const link = { _type: 'link', _key: 'l', href: '/#xylem' }
  const paragraph = { _type: 'block', _key: 'b', style: 'normal', markDefs: [link], children: [span] }
  const parts = ['The sap ', 'flows', ' there.'].map((text, index) => {
    return { _type: 'span', _key: `p${index}`, text, marks: index === 1 ? ['strong'] : [] }
  })
  const bold = { _type: 'block', _key: 'c', style: 'normal', markDefs: [], children: parts }
  const items = [{ _type: 'faqItem', _key: 'q', question: 'What is a xylem?', answer: [paragraph, bold] }]
  const group = await lake.plant({ _type: 'faqGroup', title: 'Plants', items })
  const step = await lake.plant({ _type: 'step', title: 'Xylem for all', text: 'Xylems and xylem.' })

  await goTo(page, '/studio/start')
  const find = page.getByRole('searchbox', { name: 'Find in all copy' })
  await find.fill('xylem')
  const places = page.getByRole('list', { name: 'Places' }).getByRole('listitem')
  await expect(places).toHaveCount(4)
  await expect(page.getByRole('status').filter({ hasText: 'Found in 4 places.' })).toBeVisible()
  await expect(places.filter({ hasText: 'FAQ group “Plants”, “Question 1 › Answer”' })).toContainText(
    'A xylem of {brand} is here.',
  )
  await page.getByLabel('Whole words').check()
  await page.getByRole('button', { name: 'Replace…' }).click()
  await page.getByLabel('Replace with').fill('cambium and more')
  const title = places.filter({ hasText: '“Title”' })
  await expect(title).toContainText('Too long: 24 characters, and the field has room for 20.')
  await expect(title.getByRole('checkbox')).toBeDisabled()
  await expect(places.filter({ hasText: '“Text”' })).toContainText('→ Xylems and cambium and more.')
  await places.filter({ hasText: '“Question 1 › Question”' }).getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Replace in 2 places' }).click()
  await expect(page.getByText('Replaced in 2 places, in the drafts of 2 documents.')).toBeVisible()

  const answer = [
    {
      children: [{ text: 'cambium and more grows. A cambium and more of {brand} is here.' }],
      markDefs: [link],
    },
    {},
  ]
  expect(await lake.client.getDocument(`drafts.${group}`)).toMatchObject({
    items: [{ question: 'What is a xylem?', answer }],
  })
  expect(await lake.client.getDocument(`drafts.${step}`)).toMatchObject({
    title: 'Xylem for all',
    text: 'Xylems and cambium and more.',
  })
  expect(await lake.client.getDocument(step)).toMatchObject({ text: 'Xylems and xylem.' })

  await find.fill('sap flows there')
  await expect(places).toHaveCount(1)
  await expect(places).toContainText('A part of it is bold or a link: open the field to change it.')
  await find.fill('What is a xylem')
  await expect(places).toHaveCount(1)
  await places.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('What is a xylem?')
  // The way back leads to what was found, also after a reload.
  await page.goBack()
  await expect(find).toHaveValue('What is a xylem')
  await page.reload()
  await expect(places).toHaveCount(1)
})

test('lists, headings and tables are pasted into a legal text and drawn as such', async ({
  page,
  baseURL,
  lake,
}) => {
  await openDocument(page, 'legal-cookies')
  const editor = page.getByTestId('field-body').getByRole('textbox').first()
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<h4>Kept for how long</h4><ol><li>A day</li><li>A week</li></ol><ul><li>Dots</li></ul>' +
        '<table><tr><th>Name</th><th>Use</th></tr><tr><td>theme</td><td>Light or dark</td></tr>' +
        '<tr><td>\n  kept<br>until\n</td><td>As of<p>a day.</p><p>Or <a href="https://example.com/">two</a>.</p></td>' +
        '<td>&nbsp;</td><td><ul><li>here</li><li>there</li></ul></td></tr></table>' +
        '<table><tr><td>Loose<p>One.</p><p>Two.</p></td></tr><tr><td>Three.</td></tr></table>',
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(editor).toContainText('Light or dark')
  await publish(page)
  await expect(receiptOf(page)).toContainText('Live in')
  const html = await (await fetch(`${baseURL}/cookies`)).text()
  expect(html).toMatch(/<h3[^>]*>(?:<[^>]+>)*Kept for how long/u)
  expect(html).toMatch(/<ol[^>]*>\s*<li[^>]*>(?:<[^>]+>)*A day/u)
  expect(html).toMatch(/<li[^>]*><strong>(?:<[^>]+>)*theme(?:<[^>]+>)*<\/strong>(?:<[^>]+>)*: Light or dark/u)

  interface Block {
    listItem?: string
    children: { text: string }[]
    markDefs: { href?: string }[]
  }
  const body = await lake.client.fetch<Block[]>('*[_id == "legal-cookies"][0].body')
  const lines = body.map(({ listItem, children }) => [listItem, children.map(({ text }) => text).join('')])
  expect(lines.slice(-5)).toEqual([
    ['bullet', 'kept until: As of a day. Or two.; here there'],
    [undefined, 'Loose'],
    [undefined, 'One.'],
    [undefined, 'Two.'],
    [undefined, 'Three.'],
  ])
  expect(body.at(-5)?.markDefs).toMatchObject([{ href: 'https://example.com/' }])
})

test('the guide is a click away, with all of its pictures', async ({ page }) => {
  await goTo(page, '/studio/start')
  await page.getByRole('link', { name: 'How to do things: the guide' }).click()
  const chapter = page.getByRole('region', { name: 'Find and replace' })
  await page
    .getByRole('navigation', { name: 'Chapters' })
    .getByRole('link', { name: 'Find and replace' })
    .click()
  await expect(chapter).toBeInViewport()
  await page.reload()
  await expect(chapter).toBeInViewport()
  for (const picture of await page.getByRole('main').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
})
