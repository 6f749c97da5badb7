import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isOperational } from '../../api/contract/operational-error.ts'
import { generate } from '../../studio/cli/typegen.ts'
import { contentFaults, inWords } from '../../web/content/check.ts'
import { launchDocuments } from '../support/launch-content.ts'
import { unknownFields } from './unknown-fields.ts'

/*
 * Says within seconds what was forgotten after a change of the schema: generated files, launch copy, or to take out what
 * is left of a field.
 */

const root = path.join(import.meta.dirname, '../..')

/** Each step that is left to do, in the order in which they are to be done. */
async function stepsLeft(): Promise<string[]> {
  const stale: string[] = []
  for (const [file, text] of Object.entries(await generate()))
    if ((await readFile(path.join(root, file), 'utf8').catch(() => '')) !== text) stale.push(file)
  if (stale.length > 0)
    return [`${stale.join(' and ')} are not of this schema and these queries: run npm run typegen.`]
  const launch = launchDocuments()
  const left = [...launch.values()].flatMap((document) =>
    unknownFields(document).map((field) => `${document._id}.${field}`),
  )
  return [
    ...contentFaults(launch).map(
      (fault) => `${inWords(fault)} The launch copy is in studio/seed/data.ndjson: write it there.`,
    ),
    ...left.map((field) => `${field} is no field of the schema: take it out of studio/seed/data.ndjson.`),
  ]
}

const steps = await stepsLeft().catch((error: unknown) => {
  if (isOperational(error)) return error.sentences
  throw error
})
for (const step of steps) console.error(step)
if (steps.length > 0) process.exitCode = 1
