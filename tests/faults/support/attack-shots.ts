import * as fc from 'fast-check'
import { corpusOf, type RawRequest, type SitePaths } from './attack-corpus.ts'
import { frame, type Frame } from './attack-frames.ts'

/** One alteration of a request. Places are parts of the whole, 0 to 1. */
export type Change =
  | { kind: 'method'; value: string }
  | { kind: 'target'; at: number; insert: string }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'headerTwice' }
  | { kind: 'body'; value: string }
  | { kind: 'chunked'; sizes: string }
  | { kind: 'bytes'; at: number; remove: number; insert: string }
  | { kind: 'repeat'; times: number }

/** What becomes of the connection: at `at` of the bytes, or once something was answered. */
type Ending =
  | { kind: 'read' }
  | { kind: 'reset'; at: number }
  | { kind: 'end'; at: number }
  | { kind: 'stall'; at: number }
  | { kind: 'deaf' }
  | { kind: 'resetOnAnswer' }

/** One connection of the attack, as plain data, so that it can be named and repeated. */
export interface Shot {
  request: RawRequest
  changes: Change[]
  ending: Ending
  /** Last byte of the loopback address that it comes from. */
  from: number
  /** Sent after the answer to an upgrade, or in the same packet. */
  frames: Frame[]
  early: boolean
}

const HEADERS: [string, string][] = [
  ['cookie', 'lake_token=%zz'],
  ['cookie', `lake_token=${'%'.repeat(2_000)}`],
  ['authorization', 'Bearer %zz'],
  ['authorization', 'Basic Og=='],
  ['host', 'evil.example'],
  ['host', '127.0.0.1:99999'],
  ['host', '[::1'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['connection', 'upgrade'],
  ['connection', 'close'],
  ['upgrade', 'websocket'],
  ['upgrade', 'h2c'],
  ['sec-websocket-key', 'x'],
  ['sec-websocket-version', '99'],
  ['sec-websocket-protocol', 'vite-hmr'],
  ['sec-websocket-extensions', 'permessage-deflate; server_max_window_bits=99'],
  ['expect', '100-continue'],
  ['expect', '200-maybe'],
  ['content-length', '0'],
  ['content-length', '99999999'],
  ['content-length', '99999999999999999999'],
  ['content-length', '-1'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'chunked, identity'],
  ['content-type', 'text/plain'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-encoding', 'gzip'],
  ['range', 'bytes=0-0,-1,5-1'],
  ['if-none-match', '*'],
  ['accept-encoding', 'br;q=0, *;q=x'],
  ['last-event-id', '../../x'],
  ['idempotency-key', 'x'.repeat(300)],
  ['x-forwarded-for', '8.8.8.8'],
  ['x-forwarded-for', ', ,::ffff:303:303,4.4.4.4:1231,'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for="[::1]:x";host=evil.example'],
  ['x-bomb', 'b'.repeat(20_000)],
  ['x-bomb', 'b\r\nx: '.repeat(2_100)],
]
const INSERTS = [
  '%00',
  '%zz',
  '%',
  '%ff%fe',
  '%2e%2e%2f',
  '/../',
  '//',
  '\\',
  '\0',
  '\u00e9',
  '?',
  '#',
  '*',
  '[',
  '"',
  "'",
  '&query=',
  '$',
  ';',
  '<script>',
  '{}',
  ' ',
  'x'.repeat(9_000),
  '%F0%9F%92%A5',
  '/-/after/nosuch',
  '/-/as/published/\u2713',
]
const METHODS = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'POST',
  'GET',
  'QUERY',
  'get',
]
const BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  '{',
  '{}',
  '\0',
  '{"mutations":{}}',
  '{"mutations":[null,{"create":1}]}',
  '{"mutations":[{"patch":{"id":"drafts.attack-1","unset":["..[*]"]}}]}',
  '{"actions":[{"actionType":"sanity.action.document.version.create"}]}',
  '{"query":"*[","params":null}',
  '{"query":"*{\\"a\\":^.^}","params":{"x":{"y":[]}}}',
  '{"query":"count(1..99999)"}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
  '['.repeat(20_000),
  `{"query":"${'('.repeat(5_000)}"}`,
  'origin='.repeat(3_000),
  'token=%zz&origin=%',
  'x'.repeat(70_000),
  '<svg'.repeat(50),
  '\u00ff\u00fe\u00fd',
]

const place = fc.integer({ min: 0, max: 1_000 }).map((value) => value / 1_000)
const noise = fc.oneof(
  fc.constantFrom(...INSERTS, '\r\n', '\r\n\r\n', '\n', '0\r\n\r\n'),
  fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  }),
)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('method'), value: fc.constantFrom(...METHODS) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('target'), at: place, insert: fc.constantFrom(...INSERTS) }),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(...HEADERS).map(([name, value]) => ({ kind: 'header' as const, name, value })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'headerTwice' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('body'), value: fc.constantFrom(...BODIES) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('chunked'),
      sizes: fc.constantFrom('1', 'ffff', '-1', 'zz', '1;x=y', 'f'.repeat(17)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('bytes'), at: place, remove: fc.nat(6), insert: noise }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('repeat'), times: fc.integer({ min: 2, max: 12 }) }),
  },
)
const ending: fc.Arbitrary<Ending> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({ kind: 'read' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reset'), at: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end'), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stall'), at: place }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'deaf' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'resetOnAnswer' as const }) },
)

/** The first `count` shots of a seed: the same for the same paths, whenever they are asked for. */
export function shotsOf(paths: SitePaths, seed: number, count: number): Shot[] {
  const requests = Object.values(corpusOf(paths)).map((group) => fc.constantFrom(...group))
  const shot = fc.record({
    request: fc.oneof(...requests),
    changes: fc.array(change, { maxLength: 3 }),
    ending,
    from: fc.integer({ min: 2, max: 250 }),
    frames: fc.array(frame, { maxLength: 8 }),
    early: fc.boolean(),
  })
  return fc.sample(shot, { seed, numRuns: count })
}
