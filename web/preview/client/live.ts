import type { HydratedIsland } from '../../browser/names.ts'
import type { Bar } from './bar.ts'
import { morphPage } from './morph.ts'
import { pathOnSite } from './path-on-site.ts'
import { scriptedParts } from './scripted-parts.ts'
import type { ServerState } from './server-state.ts'

interface Hydrated {
  hydrate(element: HTMLElement, props: unknown): Promise<unknown>
}

const ISLANDS: Record<HydratedIsland, () => Promise<Hydrated>> = {
  roi: () => import('../../sections/roi/roi.island.tsx'),
}

const GONE = 'This preview has ended.'
const OVER = 'Open the preview from the Studio again.'
const STILL = 'This page no longer follows the draft. Reload it.'
const AWAY = 'Waiting for the server …'
/** Delay before a page that could not be fetched is asked for again. */
const RETRY_MS = 2_000

/**
 * Follows the drafts: after each change the page is fetched again, and the difference put in place. Where its scripts
 * would miss elements that are new, it is loaded again; where the draft can't be shown, it stays. While the page is
 * hidden no stream is open, as a browser has only six connections to a server for all tabs.
 */
export function followChanges(bar: Bar, state: ServerState): void {
  let source: EventSource | undefined
  let refreshing: Promise<void> | undefined
  let wanted = ''
  /** Why the page stays; empty while it is the newest. */
  let fault = ''

  async function refresh(): Promise<void> {
    while (wanted !== bar.moment()) {
      const asked = wanted
      const next = await fetchPage(addressNow(bar))
      if (!next) return
      if (!next.querySelector('preview-bar')) return bar.say(GONE)
      fault = faultsOf(document).length > 0 ? '' : whyKept(faultsOf(next))
      if (fault === '') {
        // The page's scripts looked for their elements once: they would not know those that are new.
        if (scriptedParts(state.written(document.body)) !== scriptedParts(next.body)) return location.reload()
        await replaceIslands(morphPage(state, next), state)
      }
      bar.update(next, fault === '')
      bar.say(fault)
      // A restarted server counts moments anew: then the page that it just sent is the newest.
      if (asked === wanted) wanted = bar.moment()
    }
  }

  function catchUp(): void {
    // Once the page is visible again, the first event of its stream says what it should show.
    if (document.hidden) return
    refreshing ??= refresh()
      .catch(() => {
        bar.say(AWAY)
        setTimeout(catchUp, RETRY_MS)
      })
      .finally(() => {
        refreshing = undefined
      })
  }

  function want(event: MessageEvent<string>): void {
    wanted = (JSON.parse(event.data) as { moment: string }).moment
    catchUp()
  }

  function open(): void {
    source ??= new EventSource(`${bar.base()}/-/events`)
    source.addEventListener('moment', want)
    source.addEventListener('renew', ({ data }: MessageEvent<string>) => {
      bar.rebase((JSON.parse(data) as { base: string }).base)
      history.replaceState(history.state, '', addressNow(bar) + location.hash)
      close()
      open()
    })
    source.addEventListener('open', () => bar.say(fault))
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return bar.say(AWAY)
      void whyRefused(bar).then((words) => bar.say(words))
    })
  }

  function close(): void {
    source?.close()
    source = undefined
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  if (!document.hidden) open()
}

/** What editors have yet to mend, on a page that is there in place of the draft. */
function faultsOf(page: Document): string[] {
  return Array.from(page.querySelectorAll('[data-faults] > li'), ({ textContent }) => textContent)
}

/** A field that is new is empty at first: an editor's place in the page is not lost for that. */
function whyKept([first, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  const rest = more.length > 0 ? ` And ${more.length} more.` : ''
  return `As it was before, as the draft can’t be shown yet: ${first}${rest}`
}

/** Why the stream of changes was refused. An `EventSource` does not tell; the response to a HEAD request does. */
async function whyRefused(bar: Bar): Promise<string> {
  const response = await fetch(`${bar.base()}/-/events`, { method: 'HEAD' }).catch(() => undefined)
  if (response?.status === 410) return GONE
  // There is no page at the address of an expired token.
  return response?.status === 404 ? OVER : STILL
}

/**
 * A page as the browser itself parses it: no script turns text into markup, so that no policy has to allow it. Null
 * where the response is no page. Rejects when the server is away, or has too much to render.
 */
function fetchPage(address: string): Promise<Document | null> {
  const request = new XMLHttpRequest()
  request.open('GET', address)
  request.responseType = 'document'
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`There was no page from ${address}.`))
    request.addEventListener('load', () => (request.status === 503 ? fail() : resolve(request.responseXML)))
    request.addEventListener('error', fail)
    request.send()
  })
}

/** Address of this page with the token that is valid now. */
function addressNow(bar: Bar): string {
  return bar.base() + pathOnSite(location.pathname) + location.search
}

/** Replaces each island whose content changed by a new one, and hydrates that. */
async function replaceIslands(
  islands: ReadonlyMap<HTMLElement, HTMLElement>,
  state: ServerState,
): Promise<void> {
  for (const [live, fresh] of islands) {
    const island = await ISLANDS[fresh.dataset['island'] as HydratedIsland]?.()
    if (!island || !live.isConnected) continue
    state.remember(fresh, fresh.cloneNode(true))
    takeTyped(fresh, live, state)
    live.replaceWith(fresh)
    await island.hydrate(fresh, JSON.parse(fresh.dataset['props'] ?? '{}'))
  }
}

/** Puts into an island's fields what was typed into those of the one before. Hydration types it again. */
function takeTyped(fresh: HTMLElement, live: HTMLElement, { written }: ServerState): void {
  // React writes what is typed into the attribute, too: only the server's own markup tells what that was.
  const before = fieldsOf(written(live))
  const typed = fieldsOf(live)
  for (const [i, field] of fieldsOf(fresh).entries()) {
    const text = typed[i]?.value
    if (text !== undefined && text !== before[i]?.defaultValue) field.value = text
  }
}

function fieldsOf(island: Node | undefined): HTMLInputElement[] {
  return island instanceof Element ? [...island.querySelectorAll('input')] : []
}
