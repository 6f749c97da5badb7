import type { ReleaseList } from '../../../api/contract/publishing.ts'
import type { Node } from './nodes.ts'

/** The title of the page that is served there. */
export async function titleAt(url: string): Promise<string> {
  return /<title>[^<]*/u.exec(await (await fetch(url)).text())?.[0] ?? ''
}

/** The answer is read to its end, as its connection is used again. */
export async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/** The versions that a node lists. */
export async function releasesOf({ url }: Node): Promise<ReleaseList> {
  return (await (await fetch(`${url}/api/releases`)).json()) as ReleaseList
}

/** Goes back to a release, or forward. Returns the list. */
export async function turn({ url }: Node, id = ''): Promise<unknown> {
  return (await fetch(`${url}/api/releases/${id}/switch`, { method: 'POST' })).json()
}
