import { spawn } from 'node:child_process'
import type { RequestListener, Server } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { OperationalError } from './contract/operational-error.ts'
import { followRelease } from './http/release.ts'
import type { StudioBuild } from './http/studio.ts'

/** A program and its arguments. */
export type Command = readonly [string, ...string[]]

/**
 * Runs a build in a process of its own, so that its memory is gone afterwards and posts are answered meanwhile.
 * Its output is this process's.
 * @param signal stops it
 * @throws OperationalError `failure` where it does not end well
 */
export async function runBuild(
  [file, ...args]: Command,
  failure: string,
  { cwd, env, signal }: { cwd: string; env: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  createInterface(child.stdout).on('line', (line) => console.info(line))
  // As it comes: a stack has many lines, and is one thing to read.
  child.stderr.setEncoding('utf8').on('data', (text: string) => console.error(text.trimEnd()))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', (error) => {
    if (!signal.aborted) console.error(`${file} could not be run: ${error.message}.`)
    reject(new OperationalError(failure, { cause: error }))
  })
  // Once all that it said was read.
  child.once('close', (code) => (code === 0 ? resolve() : reject(new OperationalError(failure))))
  return promise
}

/** The Studio's build, which waits for `build`: the site must be up first, and a start must not wait for it. */
export interface Studio extends StudioBuild {
  build(): Promise<void>
  stop(): Promise<void>
}

const NO_STUDIO = 'The Studio could not be built. The site and its forms are served all the same.'

/** The Studio that `command`, run in `root`, brings up to date in the folder `studio` below `dist`. */
export function openStudio(command: Command, { root, dist }: { root: string; dist: string }): Studio {
  const stopping = new AbortController()
  const { signal } = stopping
  const files = followRelease(path.join(dist, 'studio'))
  let state: ReturnType<StudioBuild['state']> = 'building'
  let building: Promise<void> | undefined

  async function build(): Promise<void> {
    try {
      await runBuild(command, NO_STUDIO, { cwd: root, env: { DIST_DIR: dist }, signal })
      state = 'ready'
    } catch {
      state = 'failed'
      if (!signal.aborted) console.error(NO_STUDIO)
    }
  }
  return {
    state: () => state,
    files,
    build: () => (building ??= build()),
    stop: async () => {
      stopping.abort()
      await building
    },
  }
}

/**
 * Pages straight from their sources with hot reload, in place of built ones (`npm run dev`).
 * Requests that Vite does not know go to `next`.
 */
export async function openDevSite(
  root: string,
  server: Server,
  next: RequestListener,
): Promise<{ listener: RequestListener; close(): Promise<void> }> {
  // Vite is a build tool: a served site never loads it.
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } })
  return {
    listener: (request, response) => {
      vite.middlewares(request, response, () => {
        next(request, response)
      })
    },
    close: () => vite.close(),
  }
}
