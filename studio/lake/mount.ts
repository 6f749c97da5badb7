import type { LakeOptions } from './lake.ts'
import { createSockets, isSocketPath, type Sockets } from './listen/sockets.ts'
import { openLakeThread, type LakeThread } from './thread/lake-thread.ts'

/** The lake as a server mounts it: its thread for requests, its sockets in the server's own. */
export type MountedLake = LakeThread &
  Pick<Sockets, 'upgrade'> & { isSocketPath: (target: string) => boolean }

/** @param onFault is called with a sentence each time the lake ended by itself or could not be opened */
export function mountLake(options: LakeOptions, onFault: (sentence: string) => void): MountedLake {
  const lake = openLakeThread(options, onFault)
  const sockets = createSockets(lake.fetch)
  return {
    ...lake,
    isSocketPath,
    upgrade: sockets.upgrade,
    close: async () => {
      sockets.close()
      await lake.close()
    },
  }
}
