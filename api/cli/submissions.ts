import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseEnv } from '../env.ts'
import type { Call } from '../store/operations.ts'
import { openStore } from '../store/store.ts'
import { contactPages, exportCsv, exportJson, waitlistPages } from './export.ts'
import { progressBar } from './progress.ts'

const usage = `Usage: npm run submissions -- COMMAND

  list [--suspected]           every submission on a line, or suspected spam only
  list --dead                  deliveries that were given up, and why
  export [--format csv|json]   everything, to standard output
  erase EMAIL                  all that is stored about an address
  redeliver ID                 deliver a submission again

They work on the store that DATA_DIR or DATABASE_URL names, also while the server runs.`

/** Where the commands print; returns the exit code. */
async function main(args: string[]): Promise<number> {
  const parsed = parse(args)
  if ('sentence' in parsed) return fail(`${parsed.sentence}\n\n${usage}`)
  const dotEnv = path.join(import.meta.dirname, '../../.env')
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv)
  const { env, faults } = parseEnv(process.env)
  if (faults.length > 0) return fail(faults.map(({ sentence }) => sentence).join('\n'))

  const dataDir = path.resolve(env.DATA_DIR)
  // Looking must not make a store where there is none.
  if (env.DATABASE_URL === undefined && !existsSync(path.join(dataDir, 'submissions.sqlite')))
    return fail(
      `There are no submissions in ${dataDir} yet: set DATA_DIR or DATABASE_URL as the server has it.`,
    )

  let fault: string | undefined
  const store = openStore({
    dataDir,
    databaseUrl: env.DATABASE_URL,
    synchronous: 'full',
    onFault: (sentence) => {
      fault = sentence
    },
  })
  try {
    return await command(store.call, parsed)
  } catch (error) {
    if (fault === undefined) throw error
    return fail(fault)
  } finally {
    await store.close()
  }
}

interface Parsed {
  name: string
  subject: string
  format: string
  suspected: boolean
  dead: boolean
}

function parse(args: string[]): Parsed | { sentence: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'csv' },
        suspected: { type: 'boolean', default: false },
        dead: { type: 'boolean', default: false },
      },
    })
    const [name = '', subject = '', ...rest] = positionals
    if (rest.length > 0) return { sentence: `There is more than ${name} takes: ${rest.join(' ')}.` }
    return { name, subject, ...values }
  } catch (error) {
    return { sentence: error instanceof Error ? error.message : String(error) }
  }
}

async function command(call: Call, { name, subject, format, suspected, dead }: Parsed): Promise<number> {
  if (name === 'list') return dead ? listDead(call) : list(call, suspected)
  if (name === 'export' && (format === 'csv' || format === 'json')) return exportAll(call, format)
  if (name === 'erase' && subject.includes('@')) return erase(call, subject)
  if (name === 'redeliver' && subject !== '') return redeliver(call, subject)
  return fail(usage)
}

async function list(call: Call, suspectedOnly: boolean): Promise<number> {
  const wanted = (entry: { suspected: boolean }) => entry.suspected || !suspectedOnly
  for await (const page of waitlistPages(call))
    for (const { id, createdAt, suspected, email, company } of page.filter(wanted))
      await print([id, createdAt, 'waitlist', email, company, suspected ? 'suspected' : ''].join('\t'))
  for await (const page of contactPages(call))
    for (const { id, createdAt, suspected, email, name } of page.filter(wanted))
      await print([id, createdAt, 'contact', email, name, suspected ? 'suspected' : ''].join('\t'))
  return 0
}

async function listDead(call: Call): Promise<number> {
  for (const { entryId, channel, attempts, error } of await call('deadDeliveries'))
    await print([entryId, channel, `${attempts} attempts`, error].join('\t'))
  return 0
}

async function exportAll(call: Call, format: 'csv' | 'json'): Promise<number> {
  const { waitlist, contact } = await call('countEntries')
  const bar = progressBar(waitlist + contact)
  for await (const { text, count } of format === 'csv' ? exportCsv(call) : exportJson(call)) {
    await write(text)
    bar.advance(count)
  }
  bar.end()
  return 0
}

async function erase(call: Call, email: string): Promise<number> {
  const { waitlist, contact } = await call('erase', email, Date.now())
  await print(`Erased ${waitlist} waitlist entries and ${contact} contact messages of that address.`)
  return 0
}

async function redeliver(call: Call, id: string): Promise<number> {
  const count = await call('redeliver', id, Date.now())
  if (count === 0) return fail(`Nothing has the id ${id}: npm run submissions -- list shows them.`)
  await print(`Queued again: ${count} deliveries.`)
  return 0
}

function print(line: string): Promise<void> {
  return write(`${line}\n`)
}

/** Waits for the reader, so that a long export is never held in memory. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function fail(sentence: string): number {
  console.error(sentence)
  return 1
}

// A reader such as head that has seen enough is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await main(process.argv.slice(2))
