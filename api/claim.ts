import type { RequestListener } from 'node:http'
import path from 'node:path'
import { dataDirFault } from './data-dir.ts'
import type { Env, EnvFault } from './env.ts'
import { listen } from './http-server.ts'
import type { Listening } from './http-server.ts'
import { securityHeaders } from '../web/release/headers.ts'

/** The one owner of a data folder. */
export type Lock =
  | { ok: true; announce(url: string): void; release(): void }
  | { ok: false; sentence: string }

/** What a process needs for itself before it can start. */
export interface Claim {
  listening: Listening
  lock: Lock & { ok: true }
  dataDir: string
}

/**
 * Takes the port and the data folder, and gives both back when either is missing.
 * Faulty settings are not tried, so the sentences name each cause once and all causes together.
 */
export async function claim(
  env: Env,
  faults: readonly EnvFault[],
  { listener, acquireLock }: { listener: RequestListener; acquireLock: (dataDir: string) => Lock },
): Promise<Claim | { sentences: string[] }> {
  const faulty = new Set(faults.map(({ name }) => name))
  const dataDir = path.resolve(env.DATA_DIR)
  const options = { port: env.PORT, host: env.HOST, headers: securityHeaders(env.SITE_URL) }
  const listening = faulty.has('PORT') ? undefined : await listen(listener, options)
  const lock = faulty.has('DATA_DIR') ? undefined : ownDataDir(dataDir, acquireLock)
  if (faults.length === 0 && listening?.ok && lock?.ok) return { listening, lock, dataDir }

  if (listening?.ok) await listening.drain(0)
  if (lock?.ok) lock.release()
  const sentences = faults.map(({ sentence }) => sentence)
  if (listening?.ok === false) sentences.push(listening.sentence)
  if (lock?.ok === false) sentences.push(lock.sentence)
  return { sentences }
}

function ownDataDir(dataDir: string, acquireLock: (dataDir: string) => Lock): Lock {
  const sentence = dataDirFault(dataDir)
  return sentence === undefined ? acquireLock(dataDir) : { ok: false, sentence }
}
