import { existsSync, readFileSync, statSync } from 'node:fs'

const LIST = '/proc/locks'

/** Whether this system lists the locks of its processes: Linux does. */
export const showsLocks = existsSync(LIST)

/**
 * The locks of this process on a file, such as `POSIX ADVISORY READ 12 08:02:99 128 128`: their numbers count
 * everybody's.
 */
export function locksOn(file: string): string[] {
  const { ino } = statSync(file)
  return readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => {
      const [, , , , pid, place] = line.split(/\s+/u)
      return pid === String(process.pid) && place?.endsWith(`:${ino}`)
    })
    .map((line) => line.replace(/^\d+: /u, ''))
    .toSorted()
}
