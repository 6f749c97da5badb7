import { loadSettings, readArguments, runMain } from '../../api/cli/command.ts'
import { diskFaultOf } from '../../api/contract/disk-fault.ts'
import { isOperational, OperationalError } from '../../api/contract/operational-error.ts'
import { writeArchive } from './content/archive.ts'
import { hostedDataset, localDataset, type Dataset } from './content/datasets.ts'
import { importArchive } from './content/import-archive.ts'
import { migrate } from './content/migrate.ts'
import { createProgress } from './content/progress.ts'
import { ownTemporaryFolder } from './content/temporary-folder.ts'
import { transfer } from './content/transfer.ts'
import { SEED_DIR, dataDirOf, reset, withLocalLake, type LakeSeed } from './local-lake.ts'

const USAGE = `Usage: npm run content -- COMMAND

  export [FILE]   write all content and its assets to an archive (content.tar.gz)
  import FILE     bring an archive in; what is there already stays, unless --replace
  push            copy new and changed content from this machine to the hosted dataset
  pull            copy new and changed content from the hosted dataset to this machine
  migrate         fill required fields that are empty with the initial value of their schema
  reset           start anew from the seed; what was there is moved aside

  --dry-run       with push, pull and migrate: list what would change, and change nothing
  --force         with push and pull: overwrite what is newer at the other end
  --replace       with import: overwrite what is there

export, import and migrate work on the hosted dataset when SANITY_PROJECT_ID is set, else on this machine's.`

const { env } = process
// An archive holds drafts.
process.umask(0o077)
const progress = createProgress(process.stderr)

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  replace: { type: 'boolean' },
} as const

const COMMANDS = {
  export: { words: 1 },
  import: { needs: ['FILE'], options: ['replace'] },
  push: { options: ['dry-run', 'force'] },
  pull: { options: ['dry-run', 'force'] },
  migrate: { options: ['dry-run'] },
  reset: {},
}

async function main(): Promise<void> {
  const { words, values } = readArguments({ usage: USAGE, options: OPTIONS, commands: COMMANDS })
  const [command, file] = words
  loadSettings()
  ownTemporaryFolder()
  const options = {
    dryRun: values['dry-run'] ?? false,
    force: values.force ?? false,
    progress,
    say: console.info,
  }
  switch (command) {
    case 'export':
      return withDataset((dataset) => exportTo(dataset, file ?? 'content.tar.gz'))
    case 'import':
      return withDataset((dataset) => importFrom(dataset, file ?? '', values.replace ?? false), UNSEEDED)
    case 'push':
      return withBoth((local, hosted) => transfer(local, hosted, options))
    case 'pull':
      return withBoth((local, hosted) => transfer(hosted, local, options), UNSEEDED)
    case 'migrate':
      return withDataset(async (dataset) => void (await migrate(dataset, options)), UNSEEDED)
    case 'reset':
      return console.info(
        `The content is the seed's again. What was there is in ${await reset(dataDirOf(env), SEED_DIR)}.`,
      )
    case undefined:
    default:
      throw new Error(`No way is known to do “${command}”.`)
  }
}

async function exportTo(dataset: Dataset, file: string): Promise<void> {
  await writeArchive(dataset, file, progress)
  console.info(`The content of ${dataset.name} is in ${file}.`)
}

async function importFrom(dataset: Dataset, file: string, replace: boolean): Promise<void> {
  const operation = replace ? 'createOrReplace' : 'createIfNotExists'
  const { written, kept } = await importArchive(dataset, file, {
    operation,
    unused: true,
    progress,
    say: console.info,
  })
  console.info(`${written} documents of ${file} were written to ${dataset.name}.`)
  if (kept > 0)
    console.info(`${kept} were there already and stayed as they were: add --replace to overwrite them.`)
}

/** A new lake stays empty for what comes in: existing launch content would keep it from being written. */
const UNSEEDED: LakeSeed = { isSeeded: false }

async function withDataset(work: (dataset: Dataset) => Promise<void>, seed?: LakeSeed): Promise<void> {
  if (env['SANITY_PROJECT_ID']) return work(hostedDataset(env))
  return withLake((url) => work(localDataset(url, env)), seed)
}

async function withBoth(
  work: (local: Dataset, hosted: Dataset) => Promise<void>,
  seed?: LakeSeed,
): Promise<void> {
  const hosted = hostedDataset(env)
  return withLake((url) => work(localDataset(url, env), hosted), seed)
}

/** The lake that this server reads: one of its own, or that of another server. */
async function withLake(work: (url: string) => Promise<void>, seed?: LakeSeed): Promise<void> {
  const { LAKE_URL: elsewhere } = env
  return elsewhere ? work(elsewhere) : withLocalLake(env, work, seed)
}

await runMain(async () => {
  try {
    await main()
    return 0
  } catch (error) {
    const fault = isOperational(error) ? undefined : diskFaultOf(error)
    if (fault === undefined) throw error
    throw new OperationalError(
      `The disk of DATA_DIR, of the file that is written or of the temporary folder (TMPDIR) ${fault}.`,
      { cause: error },
    )
  }
})
