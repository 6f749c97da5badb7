import type { Page } from '@playwright/test'
import { AUDIT_PAGE, type AuditLine } from '../../api/contract/audit.ts'
import type { PeopleAnswer } from '../../api/contract/people.ts'
import type { ReleaseList } from '../../api/contract/publishing.ts'
import { receiptOf } from './support/own-studio.ts'
import { newestLink, testWithPeople, TOKEN } from './support/people-site.ts'
import { shownPage } from './support/preview.ts'
import { box, expect, goTo, publish } from './support/studio.ts'

const test = testWithPeople()

/** The next question at this address is answered by a proxy, as while the server is away. */
async function loseOnce(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), {
    times: 1,
  })
}

async function tryAgain(page: Page): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: 'The site’s server answered 502.' })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
}

async function invite(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByLabel('Name').fill('Ada Lovelace')
  await form.getByLabel('Email address').fill('ada@example.com')
  await form.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('A link is on its way to ada@example.com.')).toBeVisible()
}

/** What an editor may not write is left out, and a second click finds nothing in its way. */
async function replaceInAllCopy(page: Page): Promise<void> {
  await goTo(page, '/studio/start')
  await page.getByRole('searchbox', { name: 'Find in all copy' }).fill('went wrong')
  const places = page.getByRole('list', { name: 'Places' }).getByRole('listitem')
  await expect(places).toHaveCount(2)
  await page.getByRole('button', { name: 'Replace…' }).click()
  await page.getByLabel('Replace with').fill('failed')
  const settings = places.filter({ hasText: 'Settings are changed by administrators.' })
  await expect(settings.getByRole('checkbox')).toBeDisabled()
  await page.getByRole('button', { name: 'Replace in 1 place' }).dblclick()
  await expect(places).toHaveCount(1)
  await expect(page.getByText('Replaced in 1 place, in the drafts of 1 document.')).toBeVisible()
}

/** Opens drafts beside their forms. Gives the address of the page in the frame, which is its editor's alone. */
async function previewOf(page: Page, title: string): Promise<string> {
  await goTo(page, '/studio/presentation?preview=/about')
  const heading = (await shownPage(page)).getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(title)
  return heading.evaluate(() => location.href)
}

/** Two administrators, and more people than a window shows: what becomes of a press is said where it is seen. */
async function actFarDown(page: Page): Promise<void> {
  const invitations = Array.from({ length: 20 }, (_, i) => ({
    name: `Person ${i + 10}`,
    email: `p${i}@example.com`,
  }))
  for (const one of invitations)
    expect((await page.request.post('/api/people', { data: { ...one, role: 'editor' } })).ok()).toBe(true)
  await goTo(page, '/studio/people')
  const last = page.getByRole('listitem', { name: 'Person 29' })
  await last.getByRole('button', { name: /^Mail a link/u }).click()
  await expect(page.getByText('A link is on its way to p19@example.com.')).toBeInViewport({ ratio: 1 })
  await expect(last).toBeInViewport()
  const { people }: PeopleAnswer = await (await page.request.get('/api/people')).json()
  const id = people.find(({ name }) => name === 'Person 29')?.id
  expect((await page.request.post(`/api/people/${id}/revoke`)).ok()).toBe(true)
  await last.getByRole('button', { name: /^Make a link/u }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else revoked, invited or erased this person')
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('list', { name: 'Who was revoked' })).toContainText('Person 29')
}

/** While visitors see an earlier version, an editor hears who can change that, and is offered nothing. */
async function isHeld(page: Page, ada: Page): Promise<void> {
  const { releases }: ReleaseList = await (await page.request.get('/api/releases')).json()
  const show = (one?: { id: string }) => page.request.post(`/api/releases/${one?.id}/switch`)
  expect((await show(releases.at(-1))).ok()).toBe(true)
  await expect(ada.getByText('waits until an administrator goes forward to the newest.')).toBeVisible()
  await expect(ada.getByRole('button', { name: /^Go (?:back|forward)/u })).toHaveCount(0)
  expect((await show(releases[0])).ok()).toBe(true)
}

test('somebody is invited by mail, edits under their name, and is revoked with nothing lost', async ({
  page,
  site,
  refusals,
  elsewhere,
}) => {
  test.setTimeout(240_000)
  refusals.push(/^401 /, /^502 /, /^404 .*\/link$/)
  await goTo(page, '/studio/people')
  await page.getByRole('link', { name: 'Access token' }).click()
  await page.getByLabel('Access token').fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('form', { name: 'Invite somebody' })).toBeVisible()
  await loseOnce(page, '**/api/people')
  await goTo(page, '/studio/people')
  await tryAgain(page)
  // What is typed of the next one while the first is invited stays.
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/api/people', async (route) => {
    if (route.request().method() === 'POST') await isTyped.promise
    await route.continue()
  })
  const isSent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/people'),
  )
  const isInvited = invite(page)
  await isSent
  await page.getByLabel('Name').fill('Grace Hopper')
  isTyped.resolve()
  await isInvited
  await expect(page.getByLabel('Email address')).toHaveValue('')
  await expect(page.getByLabel('Name')).toHaveValue('Grace Hopper')
  const card = page.getByRole('listitem', { name: 'Ada Lovelace' })
  await expect(card).toContainText('Has not signed in yet')
  const role = card.getByLabel('Role of Ada Lovelace')
  await loseOnce(page, '**/role')
  await role.focus()
  await role.selectOption('administrator')
  await expect(page.getByRole('alert')).toContainText('The site’s server answered 502.')
  await expect(role).toHaveValue('editor')
  await expect(role).toBeFocused()

  // Programs that look at mails open their links.
  const link = await newestLink(site, 1)
  expect((await elsewhere.request.get(link)).status()).toBe(200)
  const ada = await elsewhere.newPage()
  await ada.goto(link)
  expect(ada.url()).not.toContain('#')
  await ada.getByRole('button', { name: 'Sign in' }).click()
  await expect(ada.getByRole('link', { name: 'Submissions' })).toBeVisible()
  await expect(ada.getByRole('link', { name: 'People' })).toHaveCount(0)
  await goTo(ada, '/studio/structure/settings')
  await expect(
    ada.getByText('Your role Editor can’t edit this document. Administrators can: ask one of them.'),
  ).toBeVisible()
  await replaceInAllCopy(ada)

  await goTo(ada, '/studio/structure/about')
  await box(ada, 'title').fill('Written by Ada')
  await goTo(page, '/studio/structure/about')
  await expect(box(page, 'title')).toHaveValue('Written by Ada')
  await page.getByTestId('global-presence-menu').or(page.locator('#global-presence-menu')).first().click()
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
  await page.keyboard.press('Escape')
  const previews = [await previewOf(ada, 'Written by Ada'), await previewOf(page, 'Written by Ada')]
  const answers = async () =>
    Promise.all(previews.map(async (address) => (await fetch(address, { redirect: 'manual' })).status))
  expect(await answers()).toEqual([200, 200])
  await goTo(ada, '/studio/structure/about')
  await publish(ada)
  await expect(receiptOf(ada)).toContainText(/Live in [\d.]+ s/u)
  await goTo(page, '/studio/versions')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Ada Lovelace · On About')
  await goTo(ada, '/studio/versions')
  await expect(ada.getByText('Going back to one needs an administrator.')).toBeVisible()
  await expect(ada.getByRole('button', { name: /^Go (?:back|forward)/u })).toHaveCount(0)
  expect((await elsewhere.request.post('/api/releases/x/switch')).status()).toBe(403)
  await isHeld(page, ada)

  await goTo(ada, '/studio/structure/about')
  await expect(box(ada, 'title')).toBeEditable()
  await goTo(page, '/studio/people')
  await card.getByRole('button', { name: 'Revoke: Ada Lovelace' }).click()
  // What is typed now arrives when nobody is signed in any more.
  const held = Promise.withResolvers<void>()
  await ada.route('**/data/actions/**', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = ada.waitForRequest('**/data/actions/**')
  await box(ada, 'title').fill('Typed as the door closed')
  await asked
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('list', { name: 'Who was revoked' })).toContainText('Ada Lovelace')
  await expect(page.getByRole('status').filter({ hasText: 'Revoked: signed out everywhere' })).toBeFocused()
  held.resolve()
  const dialog = ada.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('What you typed is kept')
  expect((await elsewhere.request.get('/v1/users/me')).status()).toBe(401)
  expect(await answers()).toEqual([404, 200])

  await invite(page)
  const back = await elsewhere.newPage()
  await back.goto(await newestLink(site, 2))
  await back.getByRole('button', { name: 'Sign in' }).click()
  await expect(back.getByRole('link', { name: 'Submissions' })).toBeVisible()
  await back.close()
  // A browser without a screen has its pages in sight all the time.
  await ada.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dialog).toBeHidden()
  await expect(box(ada, 'title')).toHaveValue('Typed as the door closed')
  await expect
    .poll(async () => (await elsewhere.request.get('/v1/data/doc/production/drafts.about')).text())
    .toContain('Typed as the door closed')

  const settings = { mutations: [{ patch: { id: 'settings', set: { descriptor: 'Execution Engine' } } }] }
  const mutate = '/v2025-02-19/data/mutate/production'
  expect((await elsewhere.request.post(mutate, { data: settings })).status()).toBe(403)
  expect((await page.request.post(mutate, { data: settings })).status()).toBe(200)
  const list = async () => (await page.request.get('/api/audit')).text()
  await expect.poll(list).toContain('Published settings')
  await page.getByRole('tab', { name: 'Audit list' }).click()
  const acts = page.getByRole('list', { name: 'Audit list' }).getByRole('listitem')
  await expect(acts).toHaveText([
    /Published settings.*Administrator \(token\)/u,
    /Invited Ada/u,
    /Revoked Ada/u,
    /Switched the site/u,
    /Switched the site/u,
    /Invited Ada/u,
  ])

  // A list that goes on: what it shows stays where the rest does not come.
  await page.getByRole('tab', { name: 'People', exact: true }).click()
  await loseOnce(page, '**/api/audit')
  await page.getByRole('tab', { name: 'Audit list' }).click()
  await page.route('**/api/audit', async (route) => {
    const answer = await route.fetch()
    const lines = (await answer.json()) as AuditLine[]
    const more = Array.from({ length: AUDIT_PAGE - lines.length }, (_, id) => ({ ...lines[0], id: `${id}` }))
    await route.fulfill({ response: answer, json: [...more, ...lines] })
  })
  await tryAgain(page)
  await expect(acts).toHaveCount(AUDIT_PAGE)
  await loseOnce(page, '**/api/audit?before=*')
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(acts).toHaveCount(AUDIT_PAGE)
  await tryAgain(page)
  await expect(page.getByRole('button', { name: 'Older' })).toBeHidden()
  await actFarDown(page)
})
