import { readdirSync, readFileSync } from 'node:fs'

const LOOK_MS = 100

/** Follows what a process and all it starts hold; `stop` gives the most of all together, in MB. */
export function followTree(pid: number): { stop(): number } {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, treeKb(pid))), LOOK_MS)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(most / 1_024)
    },
  }
}

/** Pages that several processes share count once: the proportional set size. */
function treeKb(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    // Its name in brackets may hold anything.
    const parent = /^.*\) \S (\d+)/su.exec(read(`/proc/${name}/stat`))?.[1]
    if (/^\d+$/u.test(name) && parent !== undefined)
      children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)])
  }
  const sum = (one: number): number =>
    (children.get(one) ?? []).reduce((all, child) => all + sum(child), ownKb(one))
  return sum(pid)
}

function ownKb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/mu.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** Nothing where a process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
