import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from '../../studio/lake/store/migrations.ts'
import { DATA_FILES } from '../contract/data-files.ts'
import { OperationalError } from '../contract/operational-error.ts'
import { DATA, DATABASE, hashesOf, isUnfinished, readManifest, type BackupManifest } from './archive.ts'
import { isNewer, knownVersions, openAsItIs } from './versions.ts'

/**
 * The manifest of an archive, once all of its files were found as the manifest lists them.
 * @param stage the folder that it was unpacked into
 * @throws OperationalError if a file is missing, damaged, not listed or of a newer version of this program
 */
export async function verifyArchive(stage: string, file: string): Promise<BackupManifest> {
  const manifest = await readManifest(stage)
  if (!manifest) throw new OperationalError(`${file} is no backup of this program. Nothing was restored.`)
  const hashes = await hashesOf(stage)
  const names = new Set([...Object.keys(hashes), ...Object.keys(manifest.files)])
  const wrong = [...names].filter((name) => hashes[name] !== manifest.files[name] && !isUpload(name))
  const damaged = [...names].filter(
    (name) => path.dirname(name) === DATA && DATABASE.test(name) && !isWhole(path.join(stage, name)),
  )
  if (wrong.length + damaged.length > 0)
    throw new OperationalError(
      `${file} is damaged: ${[...new Set([...wrong, ...damaged])].slice(0, 5).join(', ')}. Nothing was restored.`,
    )
  const newer = await newerIn(stage, [...names])
  if (newer.length === 0) return manifest
  throw new OperationalError(
    `${file} is of a newer version of this program (${newer.join(', ')}): update the program, or name a backup of this version. Nothing was restored.`,
  )
}

/** The databases that no server of this version would start with. */
async function newerIn(stage: string, names: readonly string[]): Promise<string[]> {
  const folder = path.join(stage, 'versions')
  await mkdir(folder)
  const known = await knownVersions(folder)
  for (const name of [DATA_FILES.content, DATA_FILES.comments]) known.set(name, MIGRATIONS.length)
  return names.filter((name) => {
    if (path.dirname(name) !== DATA || !DATABASE.test(name)) return false
    using database = openAsItIs(path.join(stage, name))
    return isNewer(database, path.basename(name), known)
  })
}

/** Backups of earlier versions hold uploads that were under way while they were made. */
function isUpload(name: string): boolean {
  return name.startsWith(`${DATA}/assets/`) && isUnfinished(name)
}

function isWhole(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    const answer = database.prepare('pragma integrity_check(1)').get()?.['integrity_check']
    database.close()
    return answer === 'ok'
  } catch {
    return false
  }
}
