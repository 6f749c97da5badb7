import type { Comments } from './comments/comments.ts'
import { keepHistoryBounded, RETENTION, type Retention } from './history/retention.ts'
import type { Bus } from './listen/bus.ts'
import type { Committer } from './mutate/commit.ts'
import type { ReleaseCheck } from './releases/release-check.ts'
import { startScheduler } from './releases/scheduler.ts'
import type { Store } from './store/store.ts'
import { startDelivery } from './webhooks/delivery.ts'
import type { Webhook } from './webhooks/webhook.ts'

/** What a lake does on its own: it calls webhooks, publishes due releases and removes old history. */
export interface BackgroundWork {
  setWebhookUrl: (name: string, url: string) => void
  /** Stops after the calls that are under way. */
  stop: () => Promise<void>
}

interface Parts {
  store: Store
  bus: Bus
  committer: Committer
  check: Pick<ReleaseCheck, 'ask'>
  comments: Pick<Comments, 'store' | 'bus'>
  webhooks: readonly Webhook[]
  commentWebhooks: readonly Webhook[]
  retention: Partial<Retention> | undefined
}

/** @throws LakeStartError when a webhook's filter or projection can't be read */
export function startBackgroundWork(parts: Parts): BackgroundWork {
  const { store, bus, committer, check, comments, webhooks, commentWebhooks } = parts
  const deliveries = [deliver(store, bus, webhooks), deliver(comments.store, comments.bus, commentWebhooks)]
  const scheduler = startScheduler({ store, committer, check })
  const retention = { ...RETENTION, ...parts.retention }
  const stopPruning = [store, comments.store].map(({ database }) => keepHistoryBounded(database, retention))
  return {
    setWebhookUrl: (name, url) => {
      for (const { setUrl } of deliveries) setUrl(name, url)
    },
    stop: async () => {
      await scheduler.stop()
      for (const stop of stopPruning) stop()
      for (const delivery of deliveries) await delivery.stop()
    },
  }
}

function deliver({ outbox, corpus }: Store, bus: Bus, webhooks: readonly Webhook[]) {
  const delivery = startDelivery(outbox, webhooks, corpus.view('published').get)
  bus.subscribe(delivery.wake)
  return delivery
}
