import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isOperational, messageOf, OperationalError } from '../contract/operational-error.ts'
import { parseEnv } from '../env.ts'
import type { Call } from '../store/operations.ts'
import { openStore } from '../store/store.ts'
import { contactPages, exportCsv, exportJson, waitlistPages } from './export.ts'
import { progressBar } from './progress.ts'

const USAGE = `Usage: npm run submissions -- COMMAND

  list [--suspected]           every submission on a line, or suspected spam only
  list --dead                  deliveries that were given up, and why
  export [--format csv|json]   everything, to standard output
  erase EMAIL                  all that is stored about an address
  redeliver ID                 deliver a submission again

They work on the store that DATA_DIR or DATABASE_URL names, also while the server runs.`

async function main(args: string[]): Promise<void> {
  const parsed = parse(args)
  const dotEnv = path.join(import.meta.dirname, '../../.env')
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv)
  const { env, faults } = parseEnv(process.env)
  if (faults.length > 0) throw new OperationalError(faults.map(({ message }) => message))

  const dataDir = path.resolve(env.DATA_DIR)
  // Looking must not make a store where there is none.
  if (env.DATABASE_URL === undefined && !existsSync(path.join(dataDir, 'submissions.sqlite')))
    throw new OperationalError(
      `There are no submissions in ${dataDir} yet: set DATA_DIR or DATABASE_URL as the server has it.`,
    )

  let fault: string | undefined
  const store = openStore({
    dataDir,
    databaseUrl: env.DATABASE_URL,
    synchronous: 'full',
    onFault: (message) => {
      fault = message
    },
  })
  try {
    await command(store.call, parsed)
  } catch (error) {
    throw fault === undefined ? error : new OperationalError(fault, { cause: error })
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

/** @throws OperationalError */
function parse(args: string[]): Parsed {
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
    if (rest.length > 0) throw new TypeError(`There is more than ${name} takes: ${rest.join(' ')}.`)
    return { name, subject, ...values }
  } catch (error) {
    // Node throws a TypeError for what it can't parse, too.
    throw new OperationalError(`${messageOf(error)}\n\n${USAGE}`)
  }
}

async function command(call: Call, { name, subject, format, suspected, dead }: Parsed): Promise<void> {
  if (name === 'list') return dead ? listDead(call) : list(call, suspected)
  if (name === 'export' && (format === 'csv' || format === 'json')) return exportAll(call, format)
  if (name === 'erase' && subject.includes('@')) return erase(call, subject)
  if (name === 'redeliver' && subject !== '') return redeliver(call, subject)
  throw new OperationalError(USAGE)
}

async function list(call: Call, suspectedOnly: boolean): Promise<void> {
  const wanted = (entry: { suspected: boolean }) => entry.suspected || !suspectedOnly
  for await (const page of waitlistPages(call))
    for (const { id, createdAt, suspected, intent, email, company } of page.filter(wanted))
      await print([id, createdAt, intent, email, company, suspected ? 'suspected' : ''].join('\t'))
  for await (const page of contactPages(call))
    for (const { id, createdAt, suspected, email, name } of page.filter(wanted))
      await print([id, createdAt, 'contact', email, name, suspected ? 'suspected' : ''].join('\t'))
}

async function listDead(call: Call): Promise<void> {
  for (const { entryId, channel, attempts, error } of await call('deadDeliveries'))
    await print([entryId, channel, `${attempts} attempts`, error].join('\t'))
}

async function exportAll(call: Call, format: 'csv' | 'json'): Promise<void> {
  const { waitlist, contact } = await call('countEntries')
  const bar = progressBar(waitlist + contact)
  for await (const { text, count } of format === 'csv' ? exportCsv(call) : exportJson(call)) {
    await write(text)
    bar.advance(count)
  }
  bar.end()
}

async function erase(call: Call, email: string): Promise<void> {
  const { waitlist, contact } = await call('erase', email, Date.now())
  await print(`Erased ${waitlist} waitlist entries and ${contact} contact messages of that address.`)
}

async function redeliver(call: Call, id: string): Promise<void> {
  const count = await call('redeliver', id, Date.now())
  if (count === 0)
    throw new OperationalError(`Nothing has the id ${id}: npm run submissions -- list shows them.`)
  await print(`Queued again: ${count} deliveries.`)
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

// A reader such as head that has seen enough is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!isOperational(error)) throw error
  for (const message of error.sentences) console.error(message)
  process.exitCode = 1
}
