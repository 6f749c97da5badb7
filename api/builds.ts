import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { errorOf, type Failure } from './contract/content-error.ts'
import { messageOf, OperationalError } from './contract/operational-error.ts'
import { followRelease } from './http/release.ts'
import type { StudioBuild } from './http/studio.ts'

/** A program and its arguments. */
export type Command = readonly [string, ...string[]]

/**
 * Settings of mimalloc, the bundler's allocator. It returns freed memory at once, which saves up to 0.3 GB, and takes
 * no pages of 2 MB, which it would not fill and which cost up to 0.2 GB.
 */
const FREE_AT_ONCE = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ALLOW_THP: '0' }

/** Somebody asked for the end, such as with Ctrl-C, which every process of a terminal gets at once. */
const ASKED: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a build in a process of its own: its memory is free again afterwards, and posts are answered meanwhile. What it
 * prints is printed here, and what it prints to standard error is a warning.
 * @param signal stops it
 * @throws the failure that the build sent, else an OperationalError that says `failure`. If the system killed it, the
 * error says that as well, with a `KilledBuild` as its cause. An AbortError if `signal` stopped it
 */
export async function runBuild(
  [file, ...args]: Command,
  failure: string,
  { cwd, env, signal }: { cwd: string; env: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const child = spawn(file, args, {
    cwd,
    // In development Vite has set NODE_ENV for this process.
    env: { ...process.env, ...FREE_AT_ONCE, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  })
  if (child.stdout) createInterface(child.stdout).on('line', (line) => console.info(line))
  // Not line by line: the lines of a stack belong together.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => console.warn(text.trimEnd()))
  let sentFailure: Failure | undefined
  child.on('message', (message: Failure) => (sentFailure = message))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', (error) => {
    if (signal.aborted) return reject(error)
    console.error(`${file} could not be run: ${error.message}.`)
    return reject(new OperationalError(failure, { cause: error }))
  })
  // 'close' comes after all output and messages were read.
  child.once('close', (code, killedBy) => {
    if (code === 0) return resolve()
    if (sentFailure) return reject(errorOf(sentFailure))
    if (killedBy === null) return reject(new OperationalError(failure))
    if (ASKED.has(killedBy))
      return reject(new OperationalError([failure, `The build was ended by ${killedBy}.`]))
    const cause = new KilledBuild(killedBy)
    return reject(new OperationalError([failure, `${cause.message} ${NEEDS_MEMORY}`], { cause }))
  })
  return promise
}

/** A build that runs when its result is first asked for, and once more when it is asked for after a change. */
interface BuildOnDemand {
  /** Resolves once it is up to date. @throws what the build failed at; the next call tries again */
  upToDate(this: void): Promise<void>
  changed(this: void): void
}

export function onDemand(build: () => Promise<void>): BuildOnDemand {
  let built: Promise<void> | undefined
  // Two at once would write to the same folder.
  let last = Promise.resolve()
  return {
    upToDate: () => {
      if (built) return built
      const begun = last.then(build)
      last = begun.catch(() => {
        if (built === begun) built = undefined
      })
      return (built = begun)
    },
    changed: () => {
      built = undefined
    },
  }
}

/** A signal ended the build, as systems do when memory runs out. Nothing is wrong with what was built. */
class KilledBuild extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`The build was ended by ${signal}, as systems do where memory runs out.`)
  }
}

/** As the operators' guide says. */
const NEEDS_MEMORY = 'It takes up to 0.9 GB for a moment: give the server as much.'

/** The Studio's build. It begins with `build()`: the site comes first, and a start must not wait for the Studio. */
export interface Studio extends StudioBuild {
  /** Builds it, or builds it again. The build before is served meanwhile, and stays if this one fails. */
  build(): Promise<void>
  stop(): Promise<void>
}

/**
 * With several threads the bundler holds a set of unfinished chunks for each, and the Studio's thousands of modules
 * take 0.2 GB more. Nobody waits for this build, and on two cores one thread takes no longer.
 */
const ONE_THREAD = {
  RAYON_NUM_THREADS: '1',
  ROLLDOWN_MAX_BLOCKING_THREADS: '1',
  ROLLDOWN_WORKER_THREADS: '1',
}

const NO_STUDIO = 'The Studio could not be built. The site and its forms are served all the same.'
/** By then the start has returned the memory that it needs for a while. */
const AGAIN_MS = 60_000

interface StudioOptions {
  root: string
  dist: string
  /** How long after a kill the build is tried once more, in ms. */
  againMs?: number
}

/** The Studio that `command`, run in `root`, brings up to date in the folder `studio` below `dist`. */
export function openStudio(command: Command, { root, dist, againMs = AGAIN_MS }: StudioOptions): Studio {
  const stopping = new AbortController()
  const { signal } = stopping
  const files = followRelease(path.join(dist, 'studio'))
  let state: ReturnType<StudioBuild['state']> = 'building'
  let building: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function runOnce(): Promise<void> {
    const env = { ...ONE_THREAD, DIST_DIR: dist }
    await runBuild(command, NO_STUDIO, { cwd: root, env, signal })
  }

  async function runAgain(failure: unknown): Promise<void> {
    const cause = failure instanceof Error ? failure.cause : undefined
    if (signal.aborted || !(cause instanceof KilledBuild)) throw failure
    console.warn(
      `The Studio could not be built yet. ${cause.message} It is tried once more in ${againMs / 1_000} s.`,
    )
    await pause(againMs, undefined, { signal, ref: false })
    await runOnce()
  }

  async function run(): Promise<void> {
    try {
      await runOnce().catch(runAgain)
      state = 'ready'
    } catch (error) {
      if (state !== 'ready') state = 'failed'
      if (!signal.aborted) console.error(messageOf(error))
    }
    building = undefined
  }

  /** However many builds are asked for while one is under way, one more follows it, with all changes until then. */
  async function runNext(): Promise<void> {
    await building
    next = undefined
    if (!signal.aborted) await (building = run())
  }
  return {
    state: () => state,
    files,
    build: () => (building === undefined ? (building = run()) : (next ??= runNext())),
    stop: async () => {
      stopping.abort()
      await building
    },
  }
}
