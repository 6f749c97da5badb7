import { localClients } from './client.ts'

const OFF = { enabled: false } as const

/** Features that need Sanity's cloud. */
const cloudOnly = {
  releases: OFF,
  scheduledDrafts: OFF,
  scheduledPublishing: OFF,
  tasks: OFF,
  announcements: OFF,
} as const

/** What a workspace on the local content lake has besides the hosted one's: no account, and one origin for all. */
export function localWorkspace(origin: string) {
  snoozeNetworkCheck()
  return {
    projectId: 'local',
    dataset: 'production',
    apiHost: origin,
    unstable_clientFactory: localClients(origin),
    ...cloudOnly,
  }
}

// The Studio warns of HTTP/1.1, whose six connections the one WebSocket already makes do with.
function snoozeNetworkCheck(): void {
  sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
}
