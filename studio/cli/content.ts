import { parseArgs } from 'node:util'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { runMain } from './command.ts'
import { readArchive, writeArchive } from './content/archive.ts'
import { hostedDataset, localDataset, type Dataset } from './content/datasets.ts'
import { createProgress } from './content/progress.ts'
import { SEED_DIR, dataDirOf, loadSettings, reset, withLocalLake } from './local-lake.ts'
import { transfer } from './content/transfer.ts'

const USAGE = `npm run content -- COMMAND

  export [FILE]   write all content and its assets to an archive (content.tar.gz)
  import FILE     bring an archive in; what is there already stays, unless --replace
  push            copy new and changed content from this machine to the hosted dataset
  pull            copy new and changed content from the hosted dataset to this machine
  reset           start anew from the seed; what was there is moved aside

  --dry-run       with push and pull: list what would change, and change nothing
  --force         with push and pull: overwrite what is newer at the other end
  --replace       with import: overwrite what is there

export and import work on the hosted dataset when SANITY_PROJECT_ID is set, else on this machine's.`

const { env } = process
// An archive holds drafts.
process.umask(0o077)
const progress = createProgress(process.stderr)

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' }, replace: { type: 'boolean' } },
  })
  const [command, file] = positionals
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
      return withDataset((dataset) => importFrom(dataset, file, values.replace ?? false))
    case 'push':
      return withBoth((local, hosted) => transfer(local, hosted, options))
    case 'pull':
      return withBoth((local, hosted) => transfer(hosted, local, options))
    case 'reset':
      return console.info(
        `The content is the seed's again. What was there is in ${await reset(dataDirOf(env), SEED_DIR)}.`,
      )
    case undefined:
    default:
      throw new OperationalError(USAGE)
  }
}

async function exportTo(dataset: Dataset, file: string): Promise<void> {
  await writeArchive(dataset, file, progress)
  console.info(`The content of ${dataset.name} is in ${file}.`)
}

async function importFrom(dataset: Dataset, file: string | undefined, replace: boolean): Promise<void> {
  if (file === undefined) throw new OperationalError('Name the archive: npm run content -- import FILE')
  const count = await readArchive(dataset, file, replace ? 'createOrReplace' : 'createIfNotExists', progress)
  console.info(`${count} documents of ${file} were brought into ${dataset.name}.`)
}

async function withDataset(work: (dataset: Dataset) => Promise<void>): Promise<void> {
  if (env['SANITY_PROJECT_ID']) return work(hostedDataset(env))
  return withLocalLake(env, (url) => work(localDataset(url, env)))
}

async function withBoth(work: (local: Dataset, hosted: Dataset) => Promise<void>): Promise<void> {
  const hosted = hostedDataset(env)
  return withLocalLake(env, (url) => work(localDataset(url, env), hosted))
}

await runMain(async () => {
  loadSettings()
  await main()
  return 0
})
