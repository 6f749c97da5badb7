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
 * Settings of the bundler's allocator, mimalloc: it gives freed memory back at once, which saves up to 0.3 GB, and
 * takes no pages of 2 MB that it would not fill, which saves up to 0.2 GB.
 */
const FREE_AT_ONCE = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ALLOW_THP: '0' }

/**
 * Runs a build in a process of its own, so that its memory is gone afterwards and posts are answered meanwhile.
 * Its output is this process's; what it complains of is a warning, when it comes.
 * @param signal stops it
 * @throws what it sent as its failure, else OperationalError `failure`, if it does not end well; where the system
 * ended it, that says so, too, and its cause is a `KilledBuild`. An AbortError where `signal` did
 */
export async function runBuild(
  [file, ...args]: Command,
  failure: string,
  { cwd, env, signal }: { cwd: string; env: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...FREE_AT_ONCE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  })
  if (child.stdout) createInterface(child.stdout).on('line', (line) => console.info(line))
  // Each as it came: a stack has many lines, and is one thing to read.
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
    const cause = new KilledBuild(killedBy)
    return reject(new OperationalError([failure, `${cause.message} ${NEEDS_MEMORY}`], { cause }))
  })
  return promise
}

/** A signal ended the build, as systems do when memory runs out: nothing is wrong with what was built. */
class KilledBuild extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`The build was ended by ${signal}, as systems do where memory runs out.`)
  }
}

/** As the operators' guide says. */
const NEEDS_MEMORY = 'It takes up to 0.9 GB for a moment: give the server as much.'

/** The Studio's build, which waits for `build`: the site must be up first, and a start must not wait for it. */
export interface Studio extends StudioBuild {
  /** Builds it, or builds it anew: the one that is there is served meanwhile, and stays where the build fails. */
  build(): Promise<void>
  stop(): Promise<void>
}

/**
 * With one thread the bundler holds one set of half-done chunks: with several, the Studio's thousands of modules take
 * 0.2 GB more. Nobody waits for this build, and on two cores it takes no longer.
 */
const ONE_THREAD = {
  RAYON_NUM_THREADS: '1',
  ROLLDOWN_MAX_BLOCKING_THREADS: '1',
  ROLLDOWN_WORKER_THREADS: '1',
}

const NO_STUDIO = 'The Studio could not be built. The site and its forms are served all the same.'
/** By then the memory that a start needs for a while has been given back. */
const AGAIN_MS = 60_000

interface StudioOptions {
  root: string
  dist: string
  /** How long after it was killed a build is tried once more, in ms. */
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
    // In development Vite has set NODE_ENV for this process.
    const env = { ...ONE_THREAD, DIST_DIR: dist, NODE_ENV: 'production' }
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

  /** However often a build is asked for while one is under way, one more follows, of all that changed by then. */
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
