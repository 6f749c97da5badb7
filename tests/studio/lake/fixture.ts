import type { ClientConfig, SanityClient } from '@sanity/client'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openLake, type Lake, type LakeOptions } from '../../../studio/lake/lake.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { clientOf } from '../../support/lake.ts'

/** A picture of 4 × 2 px, and the name Sanity's export gives it. */
export const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="#c30"/></svg>'
const PICTURE_PATH = './images/picture-4x2.svg'

const TIMES = { _createdAt: '2025-10-01T08:00:00Z', _updatedAt: '2025-10-01T08:00:00Z' }

export const SEED: Record<string, unknown>[] = [
  {
    _id: 'faq-one',
    _type: 'faqGroup',
    title: 'Pricing',
    items: [{ _key: 'a', question: 'How much?' }],
    ...TIMES,
  },
  { _id: 'faq-two', _type: 'faqGroup', title: 'Security', items: [], ...TIMES },
  { _id: 'drafts.faq-two', _type: 'faqGroup', title: 'Security and trust', items: [], ...TIMES },
  { _id: 'drafts.faq-new', _type: 'faqGroup', title: 'Unpublished', ...TIMES },
  {
    _id: 'home',
    _type: 'home',
    title: 'Home',
    faq: [
      { _key: 'x', _type: 'reference', _ref: 'faq-two' },
      { _key: 'y', _type: 'reference', _ref: 'faq-one' },
    ],
    ...TIMES,
  },
  {
    _id: 'logo',
    _type: 'integration',
    name: 'Logo',
    image: { _type: 'image', alt: 'A logo', _sanityAsset: `image@file://${PICTURE_PATH}` },
    ...TIMES,
  },
]

/** A new empty folder, gone when the test is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lake-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function writeSeed(documents: readonly Record<string, unknown>[] = SEED): string {
  const seedDir = temporaryFolder()
  mkdirSync(join(seedDir, 'images'))
  writeFileSync(join(seedDir, PICTURE_PATH), PICTURE)
  writeFileSync(
    join(seedDir, 'data.ndjson'),
    documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  )
  return seedDir
}

export interface RunningLake {
  lake: Lake
  url: string
  dataDir: string
  client: SanityClient
  clientWith: (config: ClientConfig) => SanityClient
  stop: () => Promise<void>
}

/** A lake that listens on a port of its own, closed when the test is over unless it was stopped before. */
export async function startLake(options: Partial<LakeOptions> = {}): Promise<RunningLake> {
  const dataDir = options.dataDir ?? temporaryFolder()
  const lake = await openLake({ seedDir: writeSeed(), ...options, dataDir })
  const { url, close } = await serveLake(lake)
  let running = true
  async function stop(): Promise<void> {
    if (!running) return
    running = false
    await close()
    await lake.close()
  }
  onTestFinished(stop)
  const clientWith = (config: ClientConfig): SanityClient => clientOf(url, config)
  return { lake, url, dataDir, client: clientWith({}), clientWith, stop }
}
