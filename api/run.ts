import { isOperational, messageOf } from './contract/operational-error.ts'
import { parseEnv } from './env.ts'
import { adoptOutput, catchTheRest, createLog, createUnforeseen } from './log.ts'
import { start, type StartOptions } from './start.ts'

/**
 * Runs the server until it is told to stop, and ends the process: with 0 after SIGTERM, SIGINT or SIGHUP,
 * with 1 and a message for each cause when it can't start.
 */
export async function run(
  options: Omit<StartOptions, 'env' | 'faults' | 'log' | 'onUnforeseen' | 'signal'> & {
    /** What keeps nobody from starting, in sentences. */
    warnings?: readonly string[]
  },
): Promise<never> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopAsked = new Promise((resolve) => {
    signal.addEventListener('abort', resolve)
  })
  // A terminal sends its interrupt to npm and to this process, and npm passes it on: twice is once. One that is closed
  // sends SIGHUP, as do tools that take a server for one that reads its settings anew.
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => stopping.abort())

  const settings = parseEnv(process.env)
  const { LOG_LEVEL: level, LOG_FORMAT: format = process.stdout.isTTY ? 'text' : 'json' } = settings.env
  const log = createLog(level, format)
  if (format === 'json') adoptOutput(log)
  for (const message of options.warnings ?? []) log.warn(message)
  const onUnforeseen = createUnforeseen(log)
  const startOptions = { ...options, ...settings, log, onUnforeseen, signal }
  const isFormsAlone = startOptions.env.ROLE === 'forms'
  const starting = isFormsAlone
    ? import('./start-forms.ts').then(({ startForms }) => startForms(startOptions))
    : start(startOptions)
  const started = await starting.catch((error: unknown) => {
    const messages = isOperational(error)
      ? error.sentences
      : [`The server could not start: ${messageOf(error)}`]
    for (const message of messages) console.error(message)
    process.exit(1)
  })
  if (!started) process.exit(0)
  // Not before: a server that can't start must end.
  catchTheRest(onUnforeseen)
  if (!isFormsAlone) console.info(`Site    ${started.url}/`)
  const hasStudio = options.buildStudio !== undefined && startOptions.env.LAKE_URL === undefined
  if (!isFormsAlone && hasStudio) console.info(`Studio  ${started.url}/studio`)
  console.info(`API     ${started.url}/api/health`)
  if (!signal.aborted) await stopAsked
  await started.stop()
  process.exit(0)
}
