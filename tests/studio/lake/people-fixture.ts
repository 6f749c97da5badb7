import { expect, onTestFinished } from 'vitest'
import { openLake, type LakeOptions } from '../../../studio/lake/lake.ts'
import { temporaryFolder, writeSeed } from './fixture.ts'

export const ADA = { id: 'p-ada', name: 'Ada', role: 'editor' } as const
export const BEA = { id: 'p-bea', name: 'Bea', role: 'editor' } as const
export const CAY = { id: 'p-cay', name: 'Cay', role: 'administrator' } as const
type Somebody = typeof ADA | typeof BEA | typeof CAY

export const TOKEN = 'a token that is long enough'

/** What the lake answered. */
interface Answer {
  status: number
  body: Record<string, unknown> & { error?: { description: string } }
}

/** A lake behind a server that tells it who asks. Closed when the test is over. */
export async function lakeOfPeople(options: Partial<LakeOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder()
  const lake = await openLake({ seedDir: writeSeed(), token: TOKEN, publicReads: true, ...options, dataDir })
  let isOpen = true
  const close = async () => {
    if (isOpen) await lake.close()
    isOpen = false
  }
  onTestFinished(close)

  async function ask(path: string, body: unknown, user?: Somebody, headers = {}): Promise<Answer> {
    const request = new Request(`http://localhost/v2025-02-19/data/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await lake.fetch(request, {
      forwarded: false,
      address: '127.0.0.1',
      user,
      users: [ADA, BEA, CAY],
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  return {
    dataDir,
    close,
    ask,
    /** Mutates the documents, or the comments where `dataset` says so. */
    mutate: (user: Somebody, mutations: unknown[], dataset = 'production') =>
      ask(`mutate/${dataset}`, { mutations }, user),
    act: (user: Somebody, actions: unknown[]) => ask('actions/production', { actions }, user),
    read: async (query: string, dataset = 'production') => {
      const path = `query/${dataset}?perspective=raw&query=${encodeURIComponent(query)}`
      const { status, body } = await ask(path, undefined, CAY)
      expect(status).toBe(200)
      return body['result'] as Record<string, unknown>[]
    },
  }
}
