/** In ms: the checks of a document wait for an idle browser some ten times, one after the other. */
const MAX_WAIT_MS = 5

const urgent = new Set<string>()

/** Whether somebody waits for checks to end: then they give way to nothing else for long. */
export function setUrgent(id: string, isUrgent: boolean): void {
  if (isUrgent) urgent.add(id)
  else urgent.delete(id)
}

// Loaded before the Studio, which keeps the function that it finds. Not every browser has one.
const own = globalThis.requestIdleCallback as typeof requestIdleCallback | undefined
if (own)
  globalThis.requestIdleCallback = (callback, options) =>
    own(callback, urgent.size > 0 ? { timeout: MAX_WAIT_MS } : options)
