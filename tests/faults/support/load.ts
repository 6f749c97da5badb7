import { setTimeout as pause } from 'node:timers/promises'

/** A post that was answered with 2xx, as it must be found later. */
export interface Acknowledged {
  kind: 'waitlist' | 'contact'
  key: string
  fields: Record<string, string>
}

export interface Load {
  acknowledged: Acknowledged[]
  /** Answers by status; 0 counts posts that got none. */
  statuses: Map<number, number>
  /** Resolves when that many posts have been acknowledged. */
  reached(count: number): Promise<void>
  /** Ends the load, and resolves when the last answer is in. */
  stop(): Promise<void>
}

const clients = 16

/** Posts to both forms without a pause, each post with content, key and nonce of its own, until it is stopped. */
export function startLoad(url: string, name: string): Load {
  const acknowledged: Acknowledged[] = []
  const statuses = new Map<number, number>()
  const stopping = new AbortController()
  let sent = 0

  async function client(): Promise<void> {
    while (!stopping.signal.aborted) {
      sent += 1
      const next = makePost(`${name}-${sent}`, sent)
      const status = await post(url, next).catch(() => 0)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledged.push(next)
      // A server that is gone fails at once, which would make this a busy loop.
      if (status === 0) await pause(5)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  async function stop(): Promise<void> {
    stopping.abort()
    await running
  }
  async function reached(count: number): Promise<void> {
    while (acknowledged.length < count) await pause(5)
  }
  return { acknowledged, statuses, reached, stop }
}

function makePost(id: string, count: number): Acknowledged {
  const common = { email: `${id}@example.com` }
  if (count % 4 === 0)
    return { kind: 'contact', key: id, fields: { ...common, name: `Name ${id}`, message: `Message\n${id}` } }
  const useCase = `Use case of ${id}, ${'long '.repeat(count % 40)}end`
  return { kind: 'waitlist', key: id, fields: { ...common, firstName: `First ${id}`, company: id, useCase } }
}

async function post(url: string, { kind, key, fields }: Acknowledged): Promise<number> {
  const response = await fetch(`${url}/api/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...fields, age: 60_000, ...(kind === 'contact' && { token: key }) }),
    signal: AbortSignal.timeout(10_000),
  })
  await response.arrayBuffer()
  return response.status
}
