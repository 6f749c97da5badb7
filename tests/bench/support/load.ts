import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** What is asked for, and the status that it is answered with. */
export interface Asked {
  path: string
  status: 200 | 304 | 404
}

/** A request with all that it takes to be answered so, and what its answer weighs. */
export interface Answer {
  path: string
  headers: Record<string, string>
  /** Bytes of status line and headers, and of the body. */
  head: number
  body: number
}

/** Of a program that is asked. */
export interface Target {
  url: string
  pid: number
}

interface Load {
  /** Answers per second of the program's CPU time: what one core can give, however slow the client is. */
  perSecond: number
  /** Answers per second of real time: fewer where the client is slower than the server. */
  asked: number
  p99: number
}

const SECONDS = 2
/** Linux counts a process's time in hundredths, whatever its clock does. */
const TICK_S = 0.01
const run = promisify(execFile)

/** What is missing here to ask with; undefined where nothing is. */
export function missingForLoad(): string | undefined {
  return spawnSync('wrk', ['--version']).error ? 'wrk: apt-get install wrk' : undefined
}

/**
 * Asks once, as a browser does, for a page that it has already where a 304 is wanted.
 * @throws Error where the status is another one
 */
export async function answerOf(url: string, { path, status }: Asked): Promise<Answer> {
  const headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' }
  if (status === 304) headers['if-none-match'] = String((await ask(url, path, headers)).response.headers.etag)
  const { response } = await ask(url, path, headers)
  if (response.statusCode !== status) throw new Error(`${url}${path} was answered ${response.statusCode}.`)
  const pairs = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
  const first = `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n\r\n`
  return {
    path,
    headers,
    head: pairs + first.length,
    body: Number(response.headers['content-length'] ?? 0),
  }
}

const MS_IN: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }

/** Asks as fast as it is answered, on so many connections, from a core that the servers leave alone. */
export async function hit(
  { url, pid }: Target,
  { path, headers }: Answer,
  connections: number,
): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const command = ['wrk', '-t1', `-c${connections}`, `-d${SECONDS}s`, '--latency', ...given, url + path]
  const ownCore = availableParallelism() > 1 ? ['taskset', '-c', '1'] : []
  const [program = '', ...args] = [...ownCore, ...command]
  const before = processorSeconds(pid)
  const { stdout } = await run(program, args)
  const spent = processorSeconds(pid) - before
  const total = Number(/(\d+) requests in/u.exec(stdout)?.[1])
  const asked = Number(/Requests\/sec:\s+([\d.]+)/u.exec(stdout)?.[1])
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/u.exec(stdout) ?? []
  return {
    perSecond: total / spent,
    asked,
    p99: Number(amount) * (MS_IN[unit ?? ''] ?? 1),
  }
}

/** What a process and all its threads have taken of the processor. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * TICK_S
}

/** Asks once, and gives the answer with its body as it came. */
export async function ask(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ response: IncomingMessage; body: Buffer }> {
  const sent = request(new URL(path, url), { headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  return { response, body }
}
