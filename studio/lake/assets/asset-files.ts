import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asset, AssetKind } from './asset.ts'

/** The bytes of assets, one file each under `<dataDir>/assets`, named by their hash. */
export type AssetFiles = {
  /** On disk, and durable, when it returns. */
  write: (asset: Asset) => void
  read: (kind: AssetKind, fileName: string) => Promise<Buffer | undefined>
  remove: (kind: AssetKind, fileName: string) => void
}

const FILE_NAME = /^[0-9a-f]{40}(?:-\d+x\d+)?\.[a-z0-9]{1,12}$/

export function openAssetFiles(dataDir: string): AssetFiles {
  const folder = (kind: AssetKind): string => join(dataDir, 'assets', `${kind}s`)
  mkdirSync(folder('image'), { recursive: true })
  mkdirSync(folder('file'), { recursive: true })

  return {
    write: ({ kind, fileName, bytes }) => writeDurably(folder(kind), fileName, bytes),
    read: async (kind, fileName) => {
      const path = join(folder(kind), fileName)
      return FILE_NAME.test(fileName) && existsSync(path) ? readFile(path) : undefined
    },
    remove: (kind, fileName) => {
      if (FILE_NAME.test(fileName)) rmSync(join(folder(kind), fileName), { force: true })
    },
  }
}

// A document must never point at bytes that a power cut took: flush the file, rename it, flush the folder.
function writeDurably(folder: string, name: string, bytes: Buffer): void {
  const path = join(folder, name)
  if (existsSync(path)) return
  const unfinished = `${path}.${process.pid}.part`
  writeFileSync(unfinished, bytes, { flush: true })
  renameSync(unfinished, path)
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}
