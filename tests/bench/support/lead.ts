import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from './running-server.ts'

export const PATIENCE_MS = 30_000
const ACTIONS = 'v2025-02-19/data/actions/production'

/** Changes the first sentence of /about in its draft, as the Studio does. */
export function setLead(server: RunningServer, lead: string): Promise<void> {
  return act(server, 'edit', { patch: { set: { lead } } })
}

/** The request that the Studio sends for a click on Publish. */
export function publishDraft(server: RunningServer): Promise<void> {
  return act(server, 'publish', {})
}

/** When /about, fetched anew, has the text, in ms since the epoch. */
export async function untilShown(
  server: RunningServer,
  text: string,
  publish: () => Promise<unknown>,
): Promise<number> {
  const end = Date.now() + PATIENCE_MS
  const published = publish()
  while (Date.now() < end) {
    const html = await (
      await fetch(`${server.url}/about`, { headers: { 'cache-control': 'no-cache' } })
    ).text()
    const at = Date.now()
    if (html.includes(text)) {
      await published
      return at
    }
    await pause(5)
  }
  const receipt = await (await fetch(`${server.url}/api/publishes/about`)).text()
  throw new Error(
    `“${text}” was published, but /about did not show it within ${PATIENCE_MS / 1_000} s: ${receipt}\n${server.said()}`,
  )
}

async function act(server: RunningServer, name: string, more: object): Promise<void> {
  const action = {
    actionType: `sanity.action.document.${name}`,
    draftId: 'drafts.about',
    publishedId: 'about',
    ...more,
  }
  const response = await fetch(`${server.url}/${ACTIONS}`, {
    method: 'POST',
    body: JSON.stringify({ actions: [action] }),
  })
  if (!response.ok) throw new Error(`The lake refused to ${name}: ${await response.text()}`)
}
