import type { HydratedIsland } from '../../browser/names.ts'
import type { ServerState } from './server-state.ts'

interface Hydrated {
  hydrate(element: HTMLElement, props: unknown): void
}

const ISLANDS: Record<HydratedIsland, () => Promise<Hydrated>> = {
  'contact-form': () => import('../../forms/contact-form.island.tsx'),
  roi: () => import('../../sections/roi/roi.island.tsx'),
}

/** Puts each island anew in the place of one whose content changed, and brings it to life. */
export async function replaceIslands(
  islands: ReadonlyMap<HTMLElement, HTMLElement>,
  state: ServerState,
): Promise<void> {
  for (const [live, fresh] of islands) {
    const island = await ISLANDS[fresh.dataset['island'] as HydratedIsland]?.()
    if (!island || !live.isConnected) continue
    state.remember(fresh, fresh.cloneNode(true))
    live.replaceWith(fresh)
    island.hydrate(fresh, JSON.parse(fresh.dataset['props'] ?? '{}'))
  }
}
