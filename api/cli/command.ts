import { readFileSync, statSync } from 'node:fs'
import { constants, tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { parseArgs, parseEnv as parseDotEnv, type ParseArgsConfig } from 'node:util'
import { errorCode, isOperational, messageOf, OperationalError } from '../contract/operational-error.ts'
import type { Env } from '../env-schema.ts'
import { holdsSources, parseEnv, SOURCES_THERE } from '../env.ts'
import { misspeltSettings } from '../misspelt-settings.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const DOT_ENV = path.join(ROOT, '.env')
/** Where a server keeps what it has, and the default. */
const FOLDERS = { DATA_DIR: 'var', DIST_DIR: 'dist' }

/**
 * Adds the lines of `.env` to `process.env`; variables that are already set take precedence. Folders are below the
 * checkout, wherever a program is started: cron does so in a home folder, and `/var` is everybody's.
 * @returns which of its names are probably misspelt, in sentences
 * @throws OperationalError if it is there and can't be read
 */
export function loadEnvFile(file = DOT_ENV): string[] {
  const given = parseDotEnv(readEnvFile(file))
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value
  for (const [name, usual] of Object.entries(FOLDERS))
    process.env[name] = path.resolve(ROOT, process.env[name]?.trim() || usual)
  return misspeltSettings(given)
}

function readEnvFile(file: string): string {
  try {
    const bytes = readFileSync(file)
    // As `>` of PowerShell writes. The decoder takes away the byte order mark, with which editors of Windows begin UTF-8.
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return ''
    throw new OperationalError(
      code === 'EISDIR'
        ? `${file} is a folder: it has to be a file, as .env.example is one.`
        : `${file} can't be read (${code}): give it to the user that runs this.`,
      { cause: error },
    )
  }
}

/**
 * The settings of a command. They are written back to `process.env` as they were parsed, such as `LAKE_URL` without a
 * slash at its end.
 * @throws OperationalError with all that is wrong with them
 */
export function loadSettings(): Env {
  for (const message of loadEnvFile()) console.warn(message)
  const { env, faults } = parseEnv(process.env, { isServer: false })
  if (faults.length > 0) throw new OperationalError(faults.map(({ message }) => message))
  for (const [name, value] of Object.entries(env))
    if (typeof value === 'string' && process.env[name]) process.env[name] = value
  return env
}

/** @throws OperationalError if a build there would replace sources */
export function refuseSources(folder: string): void {
  if (holdsSources(folder))
    throw new OperationalError(`${folder} is ${SOURCES_THERE}: name another folder, such as dist.`)
}

/** What a command may be called with. */
interface CommandSpec<Options> {
  /** What `--help` prints, and what follows a mistake. */
  usage: string
  options: Options
  /** How many words it takes. */
  words?: number
  /** Those that its first word chooses from. */
  commands?: Readonly<Record<string, Subcommand>>
}

/** What one of several commands takes: whatever else is given would be passed over in silence. */
interface Subcommand {
  /** What its words stand for that can't be left out. */
  needs?: readonly string[]
  /** How many words it takes; those that it needs, unless more may follow. */
  words?: number
  options?: readonly string[]
}

/**
 * The arguments of this process. Prints the usage and ends the process if that is asked for.
 * @throws OperationalError with what is wrong and the usage
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>({
  usage,
  options,
  words = 0,
  commands,
}: CommandSpec<Options>) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.info(usage)
    process.exit(0)
  }
  try {
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true })
    // Where a file is named by a variable that is not set, it would be written beside the place that was meant.
    if ([...positionals, ...Object.values(values)].includes(''))
      throw new TypeError('One of the arguments is empty: is a variable not set that it comes from?')
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    const most = commands ? mostWords(commands, positionals, given) : words
    const surplus = positionals.slice(most)
    if (surplus.length > 0)
      throw new TypeError(`There is more than this command takes: ${surplus.join(' ')}.`)
    return { values, words: positionals }
  } catch (error) {
    // Node throws a TypeError for what it can't parse, too.
    throw new OperationalError(`${messageOf(error)}\n\n${usage}`)
  }
}

/** How many words the command takes that is called. @throws TypeError where it can't be called so */
function mostWords(
  commands: NonNullable<CommandSpec<never>['commands']>,
  [name, ...subjects]: readonly string[],
  options: readonly string[],
): number {
  if (name === undefined) throw new TypeError('Name a command.')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new TypeError(`There is no command ${name}.`)
  const { needs = [], words = needs.length } = command
  const foreign = options.filter((option) => !command.options?.includes(option))
  if (foreign.length > 0) throw new TypeError(`${name} takes no --${foreign.join(' and no --')}.`)
  const missing = needs.slice(subjects.length)
  if (missing.length > 0) throw new TypeError(`${name} needs ${missing.join(' and ')}.`)
  return 1 + words
}

/**
 * Runs a program's `main`, whose value is the exit code. An expected failure goes to stderr, one line for each
 * sentence, and gives 1.
 */
export async function runMain(main: () => Promise<number>): Promise<void> {
  outliveReaders()
  try {
    process.exitCode = (await main()) || process.exitCode
  } catch (error) {
    const messages = isOperational(error) ? error.sentences : [messageOf(error)]
    for (const message of messages) console.error(message)
    process.exitCode = 1
  }
}

/**
 * Lets work go on that nobody reads of any more: a restore that ends with its reader, such as `head`, would leave folders
 * empty whose files it has just moved aside. What is lost for another reason, such as a full disk, gives 1.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (errorCode(error) !== 'EPIPE') process.exitCode = 1
    })
}

/**
 * Ends this process by itself when it is interrupted, so that what is to be done at its exit is done.
 * @returns what takes that back
 */
export function exitWhenInterrupted(): () => void {
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const end = (): never => process.exit(128 + constants.signals[signal])
    process.on(signal, end)
    return () => process.off(signal, end)
  })
  return () => {
    for (const remove of listeners) remove()
  }
}

/** The user who runs the command. In a container, a user may have no name. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** @throws OperationalError that says that nothing can be made in the system's temporary folder */
export function refuseTemporary(error: unknown): never {
  throw new OperationalError(
    `The temporary folder ${tmpdir()} can't be written to (${errorCode(error) ?? messageOf(error)}): make it writable, or set TMPDIR to a folder that is.`,
    { cause: error },
  )
}

/** @throws OperationalError for root in a folder of somebody else, where a server could not open what root writes */
export function refuseRoot(folder: string, setting: 'DATA_DIR' | 'DIST_DIR'): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
  if (process.getuid?.() !== 0 || owner === 0) return
  throw new OperationalError(
    `${setting} ${folder} belongs to the user with the id ${owner}: run this as that user, as a server could not open what root writes there; or give the folder to root, where the server runs as root.`,
  )
}
