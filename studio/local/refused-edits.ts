type Listener = (reason: string) => void

const listeners = new Set<Listener>()

const ACTIONS_PATH = /^\/v[\dX-]+\/data\/actions\//
const COMMIT = 'sanity.studio.document.commit'

/** Statuses that no second try changes. The Studio brings an edit that meets a publish elsewhere, which is a 409. */
const FINAL = new Set([400, 403, 413, 422])

/** Calls `listener` with the lake's reason for each edit that it refuses for good. Returns what ends that. */
export function onRefusedEdit(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells of an edit that was refused for good: the Studio takes what was typed out of the form without a word. */
export async function tellIfRefused({ pathname, searchParams }: URL, response: Response): Promise<void> {
  const isEdit = ACTIONS_PATH.test(pathname) && searchParams.get('tag') === COMMIT
  if (!isEdit || !FINAL.has(response.status)) return
  // A proxy refuses in its own words, and what it refuses is sent again.
  const answer = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { description?: string } } | undefined
  const reason = answer?.error?.description
  if (reason !== undefined) for (const listener of listeners) listener(reason)
}
