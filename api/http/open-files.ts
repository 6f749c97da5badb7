import { readFileSync } from 'node:fs'

/** With fewer, what is open beside the connections leaves none for visitors. */
const LEAST = 256

/** How many files and sockets this process may have open; unknown outside Linux. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/** What to do where this process may open too few files to answer anybody; undefined if it may open enough. */
export function openFilesFault(limit = openFilesLimit()): string | undefined {
  if (limit >= LEAST) return undefined
  return `This process may open ${limit} files, which leaves none for visitors: allow 1024 or more (\`LimitNOFILE\` of its systemd unit, or \`ulimit -n\`).`
}
