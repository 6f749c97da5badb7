import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What a process holds of the machine, as Linux tells it. */
export interface ProcessState {
  sockets: number
  /** Files, pipes and the like. */
  files: number
  residentBytes: number
}

export function stateOf(pid: number): ProcessState {
  const targets = readdirSync(`/proc/${pid}/fd`).map((descriptor) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`)
    } catch {
      return 'closed meanwhile'
    }
  })
  const sockets = targets.filter((target) => target.startsWith('socket:')).length
  const gone = targets.filter((target) => target === 'closed meanwhile').length
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const residentBytes = Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) * 1_024
  return { sockets, files: targets.length - sockets - gone, residentBytes }
}
