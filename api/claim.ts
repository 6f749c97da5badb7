import type { RequestListener } from 'node:http'
import path from 'node:path'
import { dataDirFault } from './data-dir.ts'
import type { Env, EnvFault } from './env.ts'
import { listen } from './http/http-server.ts'
import type { Listening } from './http/http-server.ts'
import { securityHeaders } from '../web/publisher/release/headers.ts'

/** The one owner of a folder. */
export type Lock =
  | { ok: true; announce(url: string): void; release(): void }
  | { ok: false; sentence: string }

export type AcquireLock = (folder: string, setting: 'DATA_DIR' | 'DIST_DIR') => Lock

/** What a process needs for itself before it can start. */
export interface Claim {
  listening: Listening
  dataDir: string
  /** The lock of both folders. @throws with a sentence while the data folder can't be written to */
  takeFolder: () => Lock & { ok: true }
}

type Folder = { lock: Lock; sentence?: never } | { lock?: never; sentence: string }

/**
 * Takes the port and both folders, and gives all back when the port is taken or a folder is another's. A
 * folder that can't be written to is left for later: pages can be served without it.
 * Faulty settings are not tried, so the sentences name each cause once and all causes together.
 */
export async function claim(
  env: Env,
  faults: readonly EnvFault[],
  { listener, acquireLock, dist }: { listener: RequestListener; acquireLock: AcquireLock; dist: string },
): Promise<Claim | { sentences: string[] }> {
  const faulty = new Set(faults.map(({ name }) => name))
  const dataDir = path.resolve(env.DATA_DIR)
  const options = { port: env.PORT, host: env.HOST, headers: securityHeaders(env.SITE_URL) }
  const listening = faulty.has('PORT') ? undefined : await listen(listener, options)
  let folder = faulty.has('DATA_DIR') ? undefined : takeFolder(dataDir, acquireLock)
  const site = faulty.has('DIST_DIR') ? undefined : lockFolder(() => acquireLock(dist, 'DIST_DIR'))
  if (faults.length === 0 && listening?.ok && folder && folder.lock?.ok !== false && site?.lock?.ok !== false)
    return {
      listening,
      dataDir,
      takeFolder: () => {
        const taken = folder?.lock ? folder : takeFolder(dataDir, acquireLock)
        folder = undefined
        if (taken.lock?.ok) return both(taken.lock, site?.lock)
        throw new Error(taken.sentence ?? taken.lock.sentence)
      },
    }

  if (listening?.ok) await listening.drain(0)
  for (const taken of [folder, site]) if (taken?.lock?.ok) taken.lock.release()
  const sentences = faults.map(({ sentence }) => sentence)
  if (listening?.ok === false) sentences.push(listening.sentence)
  if (folder?.lock?.ok === false) sentences.push(folder.lock.sentence)
  if (folder?.sentence !== undefined) sentences.push(folder.sentence)
  if (site?.lock?.ok === false) sentences.push(site.lock.sentence)
  return { sentences }
}

function both(one: Lock & { ok: true }, other: Lock | undefined): Lock & { ok: true } {
  const locks = other?.ok ? [one, other] : [one]
  return {
    ok: true,
    announce: (url) => locks.forEach((lock) => lock.announce(url)),
    release: () => locks.forEach((lock) => lock.release()),
  }
}

function takeFolder(dataDir: string, acquireLock: AcquireLock): Folder {
  const sentence = dataDirFault(dataDir)
  return sentence === undefined ? lockFolder(() => acquireLock(dataDir, 'DATA_DIR')) : { sentence }
}

function lockFolder(acquire: () => Lock): Folder {
  try {
    return { lock: acquire() }
  } catch (error) {
    return { sentence: error instanceof Error ? error.message : String(error) }
  }
}
