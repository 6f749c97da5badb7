import path from 'node:path'
import { isRecord, readWhole, writeDurably } from './durable.ts'

/** In place of a key while programs are replaced: no code has it, so that a start builds. */
export const UNKNOWN_KEY = ''

/** The record that a build leaves beside the site. */
export interface BuildRecord {
  /** Hash of its code and settings. */
  key: string
  /** Id of its release. */
  release: string
  /** Where its content came from, in words. */
  source: string
  /** The settings of its pages, for a build that runs beside a server. */
  settings: { origin: string; recaptchaSiteKey?: string }
}

/** The parts of the record that are read again, where they are there. */
export interface LastBuild {
  key: string | undefined
  release: string | undefined
}

export async function readBuildRecord(dist: string): Promise<LastBuild> {
  const { key, release } = (await readWhole(recordFile(dist), isRecord)) ?? {}
  return { key: textOf(key), release: textOf(release) }
}

export async function keepBuildRecord(dist: string, record: BuildRecord): Promise<void> {
  await writeDurably(recordFile(dist), `${JSON.stringify(record)}\n`)
}

function recordFile(dist: string): string {
  return path.join(dist, 'build.json')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
