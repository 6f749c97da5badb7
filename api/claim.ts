import type { RequestListener } from 'node:http'
import path from 'node:path'
import { messageOf, OperationalError } from './contract/operational-error.ts'
import { securityHeaders } from './contract/site-headers.ts'
import { checkWritable } from './data-dir.ts'
import type { Env } from './env-schema.ts'
import type { EnvFault } from './env.ts'
import { listen, type Listening } from './http/http-server.ts'

/** The one owner of a folder. */
export interface Lock {
  /** Tells others where the owner answers. */
  announce(url: string): void
  release(): void
}

/** Makes this process the owner of a folder, in the content lake's way; `ok` is false while another one is. */
export type AcquireLock = (
  folder: string,
  setting: 'DATA_DIR' | 'DIST_DIR',
) => (Lock & { ok: true }) | { ok: false; sentence: string }

/** What a process needs for itself before it can start. */
export interface Claim {
  listening: Listening
  dataDir: string
  /** Gives the lock of the data folder. @throws OperationalError while that can't be written to */
  takeDataDir: () => Lock
  /** Gives that of the built site's folder; none if there are no pages. @throws while it can't be written to */
  takeDist: () => Lock | undefined
}

/** Another process owns the folder. */
class FolderTaken extends OperationalError {}

interface ClaimOptions {
  listener: RequestListener
  acquireLock: AcquireLock
  /** The folder of the built site; none if this server has no pages. */
  dist: string | undefined
  /** Whether an earlier start left pages to serve. */
  hasPages: () => Promise<boolean>
}

/**
 * Takes the port and both folders, and gives all of them back if the port or a folder is taken. A folder that can't be
 * written to is left for later if there are pages, which can be served without it.
 * @param faults of settings. A faulty setting is not tried, so that each cause is named once
 * @throws OperationalError with all causes together
 */
export async function claim(env: Env, faults: readonly EnvFault[], options: ClaimOptions): Promise<Claim> {
  const { listener, acquireLock, dist, hasPages } = options
  const dataDir = path.resolve(env.DATA_DIR)
  const faulty = new Set<keyof Env>(faults.map(({ name }) => name))
  const causes = faults.map(({ message }) => message)
  let isFatal = causes.length > 0

  async function attempt<Taken>(setting: keyof Env, take: () => Taken | Promise<Taken>) {
    if (faulty.has(setting)) return undefined
    try {
      return await take()
    } catch (error) {
      causes.push(messageOf(error))
      isFatal ||= setting === 'PORT' || error instanceof FolderTaken || !(await hasPages())
      return undefined
    }
  }
  function takeDataDir(): Lock {
    checkWritable(dataDir)
    return lockFolder(acquireLock, dataDir, 'DATA_DIR')
  }
  function takeDist(): Lock | undefined {
    return dist === undefined ? undefined : lockFolder(acquireLock, dist, 'DIST_DIR')
  }

  const headers = securityHeaders(env.SITE_URL)
  const listening = await attempt('PORT', () => listen(listener, { port: env.PORT, host: env.HOST, headers }))
  let data = await attempt('DATA_DIR', takeDataDir)
  let site = await attempt('DIST_DIR', takeDist)
  if (isFatal || !listening) {
    await listening?.drain(0)
    data?.release()
    site?.release()
    throw new OperationalError(causes)
  }
  return {
    listening,
    dataDir,
    takeDataDir: () => (data ??= takeDataDir()),
    takeDist: () => (site ??= takeDist()),
  }
}

function lockFolder(acquire: AcquireLock, folder: string, setting: 'DATA_DIR' | 'DIST_DIR'): Lock {
  const lock = acquire(folder, setting)
  if (!lock.ok) throw new FolderTaken(lock.sentence)
  return lock
}
