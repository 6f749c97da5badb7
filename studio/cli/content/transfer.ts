import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { writeArchive } from './archive.ts'
import { compare, type Difference } from './compare.ts'
import type { Dataset } from './datasets.ts'
import { importArchive } from './import-archive.ts'
import type { Progress } from './progress.ts'

export interface TransferOptions {
  /** Only reports what would change. */
  dryRun: boolean
  /** Also overwrites what is newer in the target, or edited there meanwhile. */
  force: boolean
  progress: Progress
  /** Prints a line. */
  say: (line: string) => void
}

/**
 * Copies new and changed documents from one dataset to another. Documents that only the target has stay.
 * @throws OperationalError when something in the target is newer, or is edited meanwhile, and `force` is not set;
 * nothing is copied then.
 */
export async function transfer(source: Dataset, target: Dataset, options: TransferOptions): Promise<void> {
  const { dryRun, force, progress, say } = options
  const difference = await compare(source, target)
  describe(difference, target, say)
  const { added, changed, newer, revisions } = difference
  if (newer.length > 0 && !force && !dryRun) {
    throw new OperationalError(
      `${newer.length} documents were edited later in ${target.name} than in ${source.name}: ${newer.join(', ')}. Nothing was copied. Copy the other way first, or add --force to overwrite them.`,
    )
  }
  const wanted = new Set([...added, ...changed, ...newer])
  if (dryRun || wanted.size === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  try {
    const archive = join(folder, 'content.tar.gz')
    await writeArchive(source, archive, progress, (id) => wanted.has(id))
    await importArchive(target, archive, {
      operation: 'createOrReplace',
      unused: false,
      ...(!force && { revisions }),
      progress,
      say,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say(`${wanted.size} documents were copied from ${source.name} to ${target.name}.`)
}

function describe(
  { added, changed, newer, same, onlyInTarget }: Difference,
  target: Dataset,
  say: (line: string) => void,
) {
  for (const id of added) say(`+ ${id}`)
  for (const id of changed) say(`~ ${id}`)
  for (const id of newer) say(`! ${id} (newer in ${target.name})`)
  const left = onlyInTarget.length === 0 ? '' : `; ${onlyInTarget.length} only in ${target.name} stay`
  say(
    `${added.length} new, ${changed.length} changed, ${newer.length} newer in the target, ${same} the same${left}.`,
  )
}
