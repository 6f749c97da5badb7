import { expect, onTestFinished, test } from 'vitest'
import { createAudit, noteSettings } from '../../../api/people/audit.ts'
import { createAuthors } from '../../../api/publishing/authors.ts'
import { openStore } from '../../../api/store/store.ts'
import { startLake } from '../../studio/lake/fixture.ts'
import { openContentDoor } from '../support/content-door.ts'
import { newStore } from '../support/stores.ts'

function openHere() {
  const store = newStore()
  onTestFinished(() => store.close())
  return createAudit(store.call)
}

const hook = {
  key: 'k1',
  document: 'settings',
  revision: 'r1',
  publishedAt: '2026-11-22T10:00:00.000Z',
  receivedAt: 0,
}

test('an act is written to the audit list before it is done, and not done without', async () => {
  const audit = openHere()
  const act = { editor: 'Ada', action: 'switch', detail: 'Switched the site' } as const
  expect(await audit.record(act, async () => (await audit.lines()).length)).toBe(1)

  // A folder that can't be one: nothing is written down there.
  const broken = { dataDir: '/dev/null/nowhere', databaseUrl: undefined, onFault: () => undefined }
  const away = openStore({ ...broken, synchronous: 'full' })
  onTestFinished(() => away.close())
  let isDone = false
  const work = () => Promise.resolve((isDone = true))
  await expect(createAudit(away.call).record(act, work)).rejects.toThrow()
  expect(isDone).toBe(false)
})

test('the author of settings comes from the content, and a repeated webhook adds no second line', async () => {
  const audit = openHere()
  const note = noteSettings(audit, { authorsOf: () => Promise.resolve(['Ada']) })
  await note(hook)
  await note(hook)
  expect(await audit.lines()).toMatchObject([
    { at: '2026-11-22T10:00:00.000Z', editor: 'Ada', action: 'settings', detail: 'Published settings' },
  ])
})

test('the author of settings is asked for again where the content is away', async () => {
  const audit = openHere()
  const { url, client, stop, dataDir } = await startLake()
  const { _rev: revision } = await client.patch('home').set({ title: 'New' }).commit()
  const published = { ...hook, document: 'home', revision }
  await stop()
  const away = createAuthors(openContentDoor({ LAKE_URL: url }).current, 'production')
  await expect(noteSettings(audit, { authorsOf: away.ofRevision })(published)).rejects.toThrow(
    "can't be asked",
  )
  expect(await audit.lines()).toEqual([])

  const again = await startLake({ dataDir })
  const back = createAuthors(openContentDoor({ LAKE_URL: again.url }).current, 'production')
  await noteSettings(audit, { authorsOf: back.ofRevision })(published)
  const lines = await audit.lines()
  expect(lines).toHaveLength(1)
  expect(lines[0]?.editor).not.toBe('Not known')
})

test('settings without a known author are written down too', async () => {
  const audit = openHere()
  await noteSettings(audit, { authorsOf: () => Promise.resolve([]) })(hook)
  await noteSettings(audit, {})({ ...hook, revision: null })
  expect((await audit.lines()).map(({ editor, detail }) => [editor, detail])).toEqual(
    expect.arrayContaining([
      ['Not known', 'Published settings'],
      ['Not known', 'Deleted settings'],
    ]),
  )
})
