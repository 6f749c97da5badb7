import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../api/store/store.ts'
import { postgresFolder } from '../../support/postgres.ts'
import { withPostgres } from '../../support/with-postgres.ts'

const FAR = Date.UTC(2099, 0)
const postgres = withPostgres()

test.skipIf(postgresFolder === undefined)(
  'somebody who signs in, and is sent a link, while they are revoked is out in the end, and neither fails',
  async () => {
    const databaseUrl = await postgres().newDatabase()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'people-'))
    const store = openStore({ dataDir, databaseUrl, synchronous: 'full', onFault: () => undefined })
    onTestFinished(() => store.close())
    const { call } = store
    for (let round = 0; round < 20; round += 1) {
      const invitation = { name: `Ada ${round}`, email: `ada${round}@example.com`, role: 'editor' } as const
      const id = (await call('invite', invitation, 'Root', 1))?.id ?? ''
      const link = (hash: string) => call('addLink', { hash, personId: id, expiresAt: FAR }, '', 1)
      const session = `session ${round}`
      await link(`first ${round}`)
      const [change] = await Promise.all([
        call('changeAccess', { id, access: 'none' }, 'Root', 2),
        call('takeLink', { link: `first ${round}`, session, expiresAt: FAR }, 2),
        link(`second ${round}`),
      ])
      expect(change).toBe('changed')
      expect(await call('sessionPerson', [session], 3)).toBeUndefined()
      const late = { link: `second ${round}`, session: `late ${round}`, expiresAt: FAR }
      expect(await call('takeLink', late, 3)).toBeUndefined()
    }
  },
)
