import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { readArguments, runMain } from '../../api/cli/command.ts'
import { counted } from '../../api/contract/amounts.ts'
import { isOperational, messageOf, OperationalError } from '../../api/contract/operational-error.ts'
import { draftsSource } from '../content/client.ts'
import { buildRenderer } from '../publisher/bundle.ts'
import { documentsIn } from './documents-in.ts'
import { followDrafts } from './follow.ts'

const root = path.join(import.meta.dirname, '../..')

const USAGE = `Usage: npm run preview:check

Draws every page from its drafts and says what would break.`

/** `npm run preview:check`: renders every page from the drafts and says what would break. Returns the exit code. */
async function main(): Promise<number> {
  const source = draftsSource(process.env)
  await mkdir(path.join(root, 'var'), { recursive: true })
  // Inside the checkout, so that the bundle finds its packages.
  const folder = await mkdtemp(path.join(root, 'var/check-'))
  const drafts = followDrafts(source.client)
  try {
    const [renderer, { documents }] = await Promise.all([buildRenderer(folder), drafts.read()])
    const template = renderer.parseTemplate(await readFile(path.join(root, 'web/index.html'), 'utf8'))
    const [published, drafted] = (['published', 'drafts'] as const).map((perspective) =>
      documentsIn(documents, { perspective }),
    )
    if (!published || !drafted) return 1
    const origin = process.env['SITE_URL'] ?? 'http://127.0.0.1:3000'
    const report = await renderer.checkDrafts(published, drafted, { template, origin })
    console.info(`${counted(report.drafts.length, 'draft')}: ${report.drafts.join(', ') || 'none'}.`)
    for (const fault of report.faults) console.error(fault)
    console.info(`${counted(report.pages.length, 'page')} drawn, ${counted(report.faults.length, 'fault')}.`)
    return report.faults.length > 0 ? 1 : 0
  } finally {
    drafts.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await runMain(async () => {
  readArguments({ usage: USAGE, options: {} })
  try {
    return await main()
  } catch (error) {
    if (isOperational(error)) throw error
    throw new OperationalError(`The drafts could not be checked: ${messageOf(error)}`, { cause: error })
  }
})
// The listener that follows the drafts may hold a connection open.
process.exit()
