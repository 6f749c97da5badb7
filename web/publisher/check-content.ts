import { isOperational } from '../../api/contract/operational-error.ts'
import { contentFaults, inEditorsWords } from '../content/check.ts'
import { contentSource } from '../content/client.ts'
import { createReader } from '../content/documents.ts'

/*
 * Says of each published document what would keep it from the site, on standard error; ends with 1 if there is such a
 * thing. `npm run doctor` runs it, as only the site knows its content.
 */

async function faults(): Promise<readonly string[]> {
  const documents = await createReader(contentSource(process.env))()
  return contentFaults(documents).map((fault) => inEditorsWords(fault, documents))
}

const said = await faults().catch((error: unknown) => {
  if (isOperational(error)) return error.sentences
  throw error
})
for (const sentence of said) console.error(sentence)
if (said.length > 0) process.exitCode = 1
