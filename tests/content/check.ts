import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isOperational } from '../../api/contract/operational-error.ts'
import { generate } from '../../studio/cli/typegen.ts'
import { contentFaults, inWords } from '../../web/content/check.ts'
import { launchDocuments } from '../support/launch-content.ts'

/*
 * Says within seconds what was forgotten after a change of the schema: generated files, or launch copy.
 */

const root = path.join(import.meta.dirname, '../..')

/** Each step that is left to do, in the order in which they are to be done. */
async function stepsLeft(): Promise<string[]> {
  const stale: string[] = []
  for (const [file, text] of Object.entries(await generate()))
    if ((await readFile(path.join(root, file), 'utf8').catch(() => '')) !== text) stale.push(file)
  if (stale.length > 0)
    return [`${stale.join(' and ')} are not of this schema and these queries: run npm run typegen.`]
  return contentFaults(launchDocuments()).map(
    (fault) => `${inWords(fault)} The launch copy is in studio/seed/data.ndjson: write it there.`,
  )
}

const steps = await stepsLeft().catch((error: unknown) => {
  if (isOperational(error)) return error.sentences
  throw error
})
for (const step of steps) console.error(step)
if (steps.length > 0) process.exitCode = 1
