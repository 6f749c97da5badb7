import { accessSync, constants, renameSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode, OperationalError } from '../contract/operational-error.ts'
import { checkWritable } from '../data-dir.ts'
import { RELEASES } from './archive.ts'

type FolderSetting = 'DATA_DIR' | 'DIST_DIR'

/** Content, 50 releases, a build beside the one that is served, and room for a day of posts. */
const DISK_BYTES = 1_000_000_000
const DISK_FILES = 1_000
/** Folders of DIST_DIR that files and folders are renamed into. */
const RENAMED_INTO = [...RELEASES, 'server', 'preview', 'studios', 'incoming']

/** Whether what is in a folder can be looked at: there is nothing to say of one that is not there. */
export function canList(folder: string): boolean {
  return lacks(folder, constants.R_OK | constants.X_OK) === undefined && statSync(folder).isDirectory()
}

/**
 * Whether a server could write to the folder of a setting, with room to spare.
 * @returns what is well, in words
 * @throws OperationalError with what is not
 */
export function checkFolder(setting: FolderSetting, folder: string): string {
  if (lacks(folder) === 'ENOENT') return checkParent(folder)
  refuseHidden(folder)
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  // A disk that is out of inodes says that it is full, whatever space it has. Some have no limit, and count none.
  if (files > 0 && ffree < DISK_FILES)
    refuse(
      `${folder} has room for ${ffree} more files (df -i): remove some, or publishing stops at some point.`,
    )
  checkWritable(folder, setting)
  if (!canList(folder))
    refuse(
      `${folder} can't be listed (EACCES): give it to the user of the server (chown), and chmod u+rwx it.`,
    )
  const free = bavail * bsize
  return free >= DISK_BYTES
    ? `${folder} can be written to, with ${(free / 1e9).toFixed(1)} GB to spare.`
    : refuse(
        `${folder} has ${(free / 1e6).toFixed(0)} MB left: make room, or publishing stops at some point.`,
      )
}

/** A folder that is missing is made by the first start, with those above it, if the nearest that exists takes it. */
function checkParent(folder: string): string {
  let above = path.dirname(folder)
  while (lacks(above) === 'ENOENT') above = path.dirname(above)
  refuseHidden(above)
  const code = lacks(above, constants.W_OK | constants.X_OK)
  return code === undefined
    ? `${folder} will be made by the first start.`
    : refuse(
        `${folder} is not there, and a start can't make it in ${above} (${code}): make it, and give it to the user of the server.`,
      )
}

/** @throws OperationalError if there is no way to a folder for whoever asks */
function refuseHidden(folder: string): void {
  const code = lacks(folder)
  if (code === 'ENOTDIR')
    refuse(`${folder} can't be there, as one of the folders above it is a file: name another.`)
  if (code !== undefined)
    refuse(
      `${folder} can't be reached (${code}): run this as the user of the server, and let that user pass the folders above it (chmod o+x).`,
    )
}

/** Also whether what is in DIST_DIR can be published into. @throws OperationalError if not */
export function checkDist(folder: string): string {
  const answer = checkFolder('DIST_DIR', folder)
  const closed = RENAMED_INTO.filter((name) => lacks(path.join(folder, name), constants.W_OK) === 'EACCES')
  if (closed.length > 0)
    refuse(
      `${closed.join(', ')} in ${folder} can't be written to: give all of it to the user of the server (chown -R), or nothing can be published.`,
    )
  const apart = RENAMED_INTO.filter((name) => isApart(folder, name))
  return apart.length === 0
    ? answer
    : refuse(
        `${apart.join(', ')} in ${folder} ${apart.length > 1 ? 'are' : 'is'} on another disk or volume: keep all of it on one, or nothing can be published.`,
      )
}

/**
 * Whether nothing can be renamed into a folder, as a publish does. Linux compares the mounts before it looks for the
 * file, so nothing is changed; two volumes may well be on one disk.
 */
function isApart(dist: string, name: string): boolean {
  try {
    renameSync(path.join(dist, '.none'), path.join(dist, name, '.none'))
  } catch (error) {
    return errorCode(error) === 'EXDEV'
  }
  return false
}

/** The system's code of what keeps this user from a file: that it is not there, if no more is asked. */
export function lacks(file: string, mode: number = constants.F_OK): string | undefined {
  try {
    accessSync(file, mode)
    return undefined
  } catch (error) {
    return errorCode(error) ?? 'EACCES'
  }
}

function refuse(message: string): never {
  throw new OperationalError(message)
}
