import type { SanityClient } from '@sanity/client'
import { localClients } from '../../../studio/local/client.ts'

/** What the test drives in a real browser. */
export interface Page {
  client: SanityClient
  /** Opens as many listeners as several open documents hold. */
  listen: (count: number) => void
  welcomes: () => number
  /** The title each listener heard of last. */
  titles: () => unknown[]
  listenTo: (query: string) => Promise<string>
}

const titles: unknown[] = []
let welcomes = 0
const client = localClients(location.origin)({
  apiHost: location.origin,
  projectId: 'local',
  dataset: 'production',
  apiVersion: '2025-02-19',
  useCdn: false,
})

const page: Page = {
  client,
  welcomes: () => welcomes,
  titles: () => titles,
  listen: (count) => {
    for (let index = 0; index < count; index++) {
      client
        .listen(
          '*[_type == $type]',
          { type: 'home' },
          { events: ['welcome', 'mutation'], includeResult: true },
        )
        .subscribe((event) => {
          if (event.type === 'welcome') welcomes++
          if (event.type === 'mutation') titles[index] = event.result?.['title']
        })
    }
  },
  listenTo: (query) =>
    new Promise((resolve) => {
      client.listen(query).subscribe({ error: (error: unknown) => resolve(String(error)) })
    }),
}

Object.assign(globalThis, { page })
