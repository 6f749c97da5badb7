import { exportDataset } from '@sanity/export'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import { diskFaultOf } from '../../../api/contract/disk-fault.ts'
import { errorCode, messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'
import type { Progress } from './progress.ts'

/** A document as an archive holds it: assets are placeholders there, `_sanityAsset: 'image@file://./images/…'`. */
export interface ArchivedDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

/** The ids of content releases begin with this. */
export const RELEASES = '_.releases.'

/** What an archive holds, unpacked. */
export interface Archive {
  /** Content and releases. Asset and system documents belong to each dataset itself. */
  documents: ArchivedDocument[]
  /** Folder of its files: `images/`, `files/`, and `assets.json` with their names. */
  folder: string
  /** Whether the whole folder belongs to the archive; beside a bare NDJSON file there may be anything. */
  isWhole: boolean
}

/**
 * Writes Sanity's export archive (.tar.gz) of all documents, or of those that `isWanted`, with their assets. A file of
 * that name stays as it is until the archive is whole.
 * @throws OperationalError when the file can't be written
 */
export async function writeArchive(
  { client, dataset }: Dataset,
  file: string,
  progress: Progress,
  isWanted: (id: string) => boolean = () => true,
): Promise<void> {
  const partial = `${file}.partial`
  const opened = await open(partial, 'w').catch((error: unknown) => {
    throw new OperationalError(
      `The file ${partial} can’t be written (${errorCode(error)}): name another one.`,
    )
  })
  const outputPath = opened.createWriteStream({ flush: true })
  try {
    await exportDataset({
      client,
      dataset,
      outputPath,
      onProgress: ({ step, current, total }) =>
        progress(step, current, typeof total === 'number' ? total : undefined),
      filterDocument: ({ _id, _type }) => isWanted(_id) || /^sanity\.(?:image|file)Asset$/.test(_type),
    })
    await rename(partial, file)
  } catch (error) {
    outputPath.destroy()
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Calls `work` with the content of an export archive, of an unpacked one, or of an NDJSON file.
 * @throws OperationalError when there is no such file, or none that can be read
 */
export async function withArchive<Result>(
  path: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path))
    throw new OperationalError(
      `There is no file ${path}. Name an export archive, its folder or an NDJSON file.`,
    )
  if (statSync(path).isDirectory()) return work(await readFolder(path, path))
  if (await isText(path)) return work({ ...(await readDocuments(path)), isWhole: false })
  const folder = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    unpack(path, folder)
    return await work(await readFolder(folder, path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Synchronous: tar 7.5 otherwise goes on writing after it has failed. */
function unpack(file: string, folder: string): void {
  try {
    extract({ sync: true, file, cwd: folder, strict: true, filter: isPlain })
  } catch (error) {
    if (diskFaultOf(error) !== undefined) throw error
    throw new OperationalError(
      `The file ${file} is no export archive that can be read (${messageOf(error)}). Export it again.`,
      { cause: error },
    )
  }
}

/** A symbolic link could lead to a file of this machine, which would be uploaded. */
function isPlain(_: string, entry: object): boolean {
  return 'type' in entry && ['File', 'Link', 'Directory'].includes(String(entry.type))
}

/**
 * Neither a tar archive nor a compressed one begins with a brace. Programs that save text may put a byte order mark or
 * an empty line in front.
 */
async function isText(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  return buffer.toString('utf8', 0, bytesRead).trimStart().startsWith('{')
}

/** @param named the path as the person typed it */
async function readFolder(folder: string, named: string): Promise<Archive> {
  // In Sanity's archives it is in the one folder at the top.
  const files = globSync(['*.ndjson', '*/*.ndjson'], { cwd: folder })
  const [file] = files
  if (file === undefined || files.length > 1)
    throw new OperationalError(
      `There are ${files.length} NDJSON files in ${named}, and an export has one: name an export archive or its folder.`,
    )
  return { ...(await readDocuments(join(folder, file))), isWhole: true }
}

async function readDocuments(file: string): Promise<Omit<Archive, 'isWhole'>> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const documents = lines.flatMap((line, index) =>
    line === '' ? [] : parse(line, `${file}, line ${index + 1}`),
  )
  const ids = new Set<string>()
  const twice = documents.find(({ _id: id }) => ids.size === ids.add(id).size)?._id
  if (twice !== undefined)
    throw new OperationalError(`${file} holds the document “${twice}” twice. Remove one of the two.`)
  return { documents: documents.filter(isContent), folder: dirname(file) }
}

function parse(line: string, where: string): ArchivedDocument {
  try {
    const document = JSON.parse(line) as ArchivedDocument
    if (typeof document._type === 'string') return { ...document, _id: document._id ?? randomUUID() }
  } catch (error) {
    throw new OperationalError(`${where}: not JSON (${messageOf(error)}). Each line is one document.`)
  }
  throw new OperationalError(`${where}: no document, as it has no _type. Each line is one document.`)
}

function isContent({ _id: id, _type: type }: ArchivedDocument): boolean {
  if (type === 'sanity.imageAsset' || type === 'sanity.fileAsset') return false
  return !id.startsWith('_.') || id.startsWith(RELEASES)
}
