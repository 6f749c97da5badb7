import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { makeSiteRoot } from './site-folder.ts'

const serveFile = fileURLToPath(new URL('serve.ts', import.meta.url))

/** A server in a process of its own, and what it has said so far: the messages of its log, with their details. */
export interface Served {
  child: ChildProcess
  output: () => string
  /** The lines of its log as they are. */
  lines: readonly string[]
  /** Resolves with the first match of `pattern` in the output; rejects when the process ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  /** Where it answers, once pages are served. */
  url(): Promise<string>
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Makes a root whose build is `script`, an ES module. */
export function makeRoot(script = ''): string {
  const root = makeSiteRoot()
  writeFileSync(path.join(root, 'build.mjs'), script)
  return root
}

/** Starts the server on a free port with a new data folder, directly or through `npm start`; `file` is its program. */
export function serve(
  root: string,
  {
    env = {},
    npm = false,
    file = serveFile,
  }: { env?: Record<string, string>; npm?: boolean; file?: string } = {},
): Served {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'data-'))
  const command = `exec '${process.execPath}' '${file}' '${root}'`
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ scripts: { start: command } }))
  const child = spawn(npm ? 'npm' : 'sh', npm ? ['start'] : ['-c', command], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watch(child)
}

function watch(child: ChildProcess): Served {
  let text = ''
  const lines: string[] = []
  const exit = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr].filter((one) => one !== null))
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      text += `${messageIn(line)}\n`
      for (const listener of listeners) listener()
    })

  function said(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      function look() {
        const match = pattern.exec(text)
        if (match === null) return
        listeners.delete(look)
        resolve(match)
      }
      listeners.add(look)
      look()
      void exit.then(() => reject(new Error(`The server ended before it said ${pattern}:\n${text}`)))
    })
  }
  async function url(): Promise<string> {
    return (await said(/^Site {4}(http:\S+)\/$/mu))[1] ?? ''
  }
  return { child, output: () => text, lines, said, url, exit }
}

/** What a line of the log says to people. */
function messageIn(line: string): string {
  if (!line.startsWith('{"level":')) return line
  const { level: _, time: __, msg, ...details } = JSON.parse(line) as Record<string, unknown>
  return Object.keys(details).length > 0 ? `${String(msg)} ${JSON.stringify(details)}` : String(msg)
}
