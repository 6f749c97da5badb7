import { existsSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { ERASE_REASONS, type EraseReason } from '../contract/limits.ts'
import { errorCode, messageOf, OperationalError } from '../contract/operational-error.ts'
import type { Channel } from '../contract/submissions.ts'
import type { Call } from '../store/operations.ts'
import { openStore } from '../store/store.ts'
import { contactPages, exportCsv, exportJson, waitlistPages } from '../submissions/export.ts'
import { loadSettings, readArguments, runMain, userName } from './command.ts'
import { progressBar } from './progress.ts'
import { requireStore } from './stored.ts'

const USAGE = `Usage: npm run submissions -- COMMAND

  list [--suspected]           every submission on a line, or suspected spam only
  list --dead                  deliveries that were given up, and why
  export [--format csv|json]   everything, to --out FILE or standard output
  erase EMAIL [--reason WORD]  all that is stored about an address; who and why stays in the audit list:
                               asked (by the person; the default), test, spam or kept (long enough)
  redeliver ID [mail|crm]      deliver a submission where it has not arrived, or again on one channel
  redeliver --dead [mail|crm]  deliver all that was given up

They work on the store that DATA_DIR or DATABASE_URL names, also while the server runs.`

const OPTIONS = {
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  suspected: { type: 'boolean', default: false },
  dead: { type: 'boolean', default: false },
  reason: { type: 'string', default: 'asked' },
} as const

const COMMANDS = {
  list: { options: ['suspected', 'dead'] },
  export: { options: ['format', 'out'] },
  erase: { needs: ['EMAIL'], options: ['reason'] },
  redeliver: { words: 2, options: ['dead'] },
}

async function main(): Promise<number> {
  const { words, values } = readArguments({ usage: USAGE, options: OPTIONS, commands: COMMANDS })
  const [name = '', ...subjects] = words
  const work = workOf({ name, subjects, ...values })
  const env = loadSettings()
  const dataDir = path.resolve(env.DATA_DIR)
  requireStore(env, 'submissions')
  let fault: string | undefined
  const note = (message: string | undefined) => {
    fault = message
  }
  const store = openStore({
    dataDir,
    databaseUrl: env.DATABASE_URL,
    synchronous: 'full',
    onFault: note,
    onRefusal: note,
  })
  try {
    await work(store.call)
    return 0
  } catch (error) {
    throw fault === undefined ? error : new OperationalError(fault, { cause: error })
  } finally {
    await store.close()
  }
}

interface CommandArguments {
  name: string
  subjects: string[]
  format: string
  out?: string
  suspected: boolean
  dead: boolean
  reason: string
}

/** What the command does. @throws OperationalError where it is called in a way that nothing comes of */
function workOf(given: CommandArguments): (call: Call) => Promise<void> {
  const { name, subjects, format, out, suspected, dead, reason } = given
  const [subject = '', channel] = subjects
  if (name === 'list') return (call) => (dead ? listDead(call) : list(call, suspected))
  if (name === 'erase') return (call) => erase(call, subject, reason)
  if (name === 'export') {
    const kind = formatOf(format)
    return (call) => exportAll(call, kind, out)
  }
  if (dead ? channel !== undefined : subject === '') throw refusal(REDELIVER)
  const by = channelOf(dead ? subject : channel)
  return (call) => (dead ? redeliverDead(call, by) : redeliver(call, subject, by))
}

function refusal(sentence: string): OperationalError {
  return new OperationalError(`${sentence}\n\n${USAGE}`)
}

const REDELIVER = 'redeliver takes an ID or --dead, and then mail or crm, or neither for both.'

type Format = 'csv' | 'json'

function formatOf(word: string): Format {
  if (word === 'csv' || word === 'json') return word
  throw refusal('--format must be csv or json.')
}

/** A channel, or none. */
function channelOf(word = ''): Channel | '' {
  if (word === '' || word === 'mail' || word === 'crm') return word
  throw refusal(REDELIVER)
}

async function list(call: Call, suspectedOnly: boolean): Promise<void> {
  const wanted = (submission: { suspected: boolean }) => submission.suspected || !suspectedOnly
  for await (const page of waitlistPages(call))
    for (const { id, createdAt, suspected, intent, email, company } of page.filter(wanted))
      await print([id, createdAt, intent, email, company, suspected ? 'suspected' : ''].join('\t'))
  for await (const page of contactPages(call))
    for (const { id, createdAt, suspected, email, name } of page.filter(wanted))
      await print([id, createdAt, 'contact', email, name, suspected ? 'suspected' : ''].join('\t'))
}

async function listDead(call: Call): Promise<void> {
  for (const { submissionId, channel, attempts, error } of await call('deadDeliveries'))
    await print([submissionId, channel, `${attempts} attempts`, error].join('\t'))
}

/** npm prints lines of its own to standard output, which would be the first of the export. */
function refuseBanner(): void {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env
  if (script === 'submissions' && level !== 'silent' && !process.stdout.isTTY)
    throw new OperationalError(
      'npm writes lines of its own before the export: name the file with --out FILE, or run npm run --silent submissions.',
    )
}

async function exportAll(call: Call, format: Format, out: string | undefined): Promise<void> {
  if (out === undefined) refuseBanner()
  const { waitlist, contact } = await call('submissionTotals')
  const bar = progressBar(waitlist + contact)
  // Wherever an export is cut off, it would pass for a whole one.
  const partial = `${out}.partial`
  const file = out === undefined ? undefined : await openNew(out, partial)
  const refuseFile = (error: unknown): never => {
    throw new OperationalError(`The file ${out} can’t be written (${messageOf(error)}).`, { cause: error })
  }
  try {
    for await (const { text, count } of format === 'csv' ? exportCsv(call) : exportJson(call)) {
      await (file ? file.writeFile(text).catch(refuseFile) : write(text))
      bar.advance(count)
    }
    await file?.close().catch(refuseFile)
    if (out !== undefined) await rename(partial, out).catch(refuseFile)
  } catch (error) {
    if (out !== undefined) await rm(partial, { force: true })
    throw error
  } finally {
    bar.end()
    await file?.close()
  }
  if (out !== undefined) await print(`${waitlist + contact} submissions are in ${out}.`)
}

/** Creates a file that only its owner can read, as it gets names and addresses of people. @throws OperationalError */
function openNew(file: string, partial: string): Promise<FileHandle> {
  if (existsSync(file)) throw new OperationalError(`The file ${file} exists already: name another one.`)
  return open(partial, 'wx', 0o600).catch((error: unknown) => {
    const code = errorCode(error)
    throw new OperationalError(
      code === 'EEXIST'
        ? `Another export to ${file} is under way, or one was cut off. If none is, remove ${partial}, which holds a part of it, and start again.`
        : `The file ${file} can’t be written (${code}).`,
      { cause: error },
    )
  })
}

async function erase(call: Call, email: string, reason: string): Promise<void> {
  if (!email.includes('@')) throw new OperationalError(`${email} is no email address. Nothing was erased.`)
  if (!isReason(reason))
    throw new OperationalError(
      `--reason must be one of ${Object.keys(ERASE_REASONS).join(', ')}. Nothing was erased.`,
    )
  const by = { editor: userName(), reason: ERASE_REASONS[reason] }
  const { waitlist, contact } = await call('erase', email, by, Date.now())
  await print(`Erased ${waitlist} waitlist entries and ${contact} contact messages of that address.`)
}

function isReason(word: string): word is EraseReason {
  return Object.hasOwn(ERASE_REASONS, word)
}

async function redeliver(call: Call, submissionId: string, channel: Channel | ''): Promise<void> {
  const again = channel ? { submissionId, channel, delivered: true } : { submissionId }
  const count = await call('redeliver', again, Date.now())
  if (count === 0)
    throw new OperationalError(
      channel
        ? `Nothing has the id ${submissionId}: npm run submissions -- list shows them.`
        : `Nothing of the id ${submissionId} is undelivered: npm run submissions -- list shows the ids. To deliver again what has arrived, name the channel: redeliver ${submissionId} mail.`,
    )
  await print(`Queued again: ${count} deliveries.`)
}

async function redeliverDead(call: Call, channel: Channel | ''): Promise<void> {
  const count = await call('redeliver', { dead: true, ...(channel && { channel }) }, Date.now())
  await print(count === 0 ? 'Nothing was given up.' : `Queued again: ${count} deliveries.`)
}

function print(line: string): Promise<void> {
  return write(`${line}\n`)
}

/** Waits for the reader, so that a long export is not held in memory. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

// A reader such as `head` may close the pipe when it has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
await runMain(main)
