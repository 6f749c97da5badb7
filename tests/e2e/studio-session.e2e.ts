import type { PeopleAnswer } from '../../api/contract/people.ts'
import { newestLink, signInAs, testWithPeople, TOKEN } from './support/people-site.ts'
import { expect, goTo } from './support/studio.ts'

const test = testWithPeople()

test('whoever signs in where somebody else was, or gets another role, is told that the page is not theirs yet', async ({
  browser,
  site,
  refusals,
}) => {
  refusals.push(/^401 /)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const mary = await signInAs(browser, site, 'Mary')
  const { request } = mary.context()
  const { people }: PeopleAnswer = await (await request.get('/api/people', { headers })).json()
  const id = people.find(({ name }) => name === 'Mary')?.id
  const role = await request.put(`/api/people/${id}/role`, { headers, data: { role: 'administrator' } })
  expect(role.ok()).toBe(true)
  const notice = mary.getByRole('status', { name: 'Who is signed in' })
  await expect(notice).toContainText('Your role is Administrator now')
  await notice.getByRole('button', { name: 'Reload' }).click()
  await mary.getByRole('link', { name: 'People' }).click()
  const card = (name: string) => mary.getByRole('listitem', { name, exact: true })
  await expect(card('Mary')).toContainText('You')
  await expect(notice).toBeEmpty()

  await mary.context().clearCookies()
  const invitation = { name: 'Joan', email: 'joan@example.com', role: 'administrator' }
  const before = site.mail.taken.length
  const invited = await request.post('/api/people', { headers, data: invitation })
  expect(invited.ok()).toBe(true)
  const joan = await mary.context().newPage()
  await joan.goto(await newestLink(site, before + 1))
  await joan.getByRole('button', { name: 'Sign in' }).click()
  await expect(joan.getByRole('link', { name: 'People' })).toBeVisible()
  await joan.close()
  await expect(notice).toContainText('You are signed in as Joan now')
  await goTo(mary, '/studio/people')
  await expect(card('Joan')).toContainText('You')
  await expect(card('Mary')).not.toContainText('You')
  await mary.getByRole('tab', { name: 'Audit list' }).click()
  await mary.reload()
  await expect(mary.getByRole('list', { name: 'Audit list' })).toBeVisible()
  await mary.goBack()
  await expect(card('Joan')).toContainText('You')
  await mary.context().close()
})
