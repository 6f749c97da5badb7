import * as fc from 'fast-check'

/** A WebSocket frame, right or wrong. The payload's characters are bytes. */
export interface Frame {
  fin: boolean
  reserved: number
  opcode: number
  masked: boolean
  payload: string
  /** What the header says of the payload's length. */
  length: 'true' | 'short' | 'long' | 'huge'
}

const LISTEN = '/v2025-02-19/data/listen/production?query=*'
const PATHS = [LISTEN, `${LISTEN}[`, '/v1/data/live/events/production', '/api/health', '//', '', null, 7]
const METHODS = ['subscribe', 'unsubscribe', 'rollcall', 'announce', 'disconnect', 'x'].map(
  (name) => `presence_${name}`,
)
const mux = fc.record(
  {
    id: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(null, -1, 1e300, 'x')),
    path: fc.constantFrom(...PATHS),
    lastEventId: fc.constantFrom('x', '', 5, null),
    close: fc.boolean(),
  },
  { requiredKeys: ['id'] },
)
const call = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.nat(9), fc.constantFrom(null, {}, 'x')),
    method: fc.constantFrom(...METHODS, '__proto__', null),
    params: fc.constantFrom({}, null, [], { session: 'x' }, { subscriptionId: {} }, { data: { a: [[[]]] } }),
  },
  { requiredKeys: ['method'] },
)
const payload = fc.oneof(
  { weight: 4, arbitrary: mux.map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: call.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.string({ maxLength: 120 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '\u00ff\u00fe',
      '\u0003\u00e8',
      '\u0000\u0001',
      '['.repeat(60_000),
      'x'.repeat(70_000),
    ),
  },
)

/** Frames of which most are well-formed, as those get furthest. */
export const frame: fc.Arbitrary<Frame> = fc.record({
  fin: often(true, fc.boolean()),
  reserved: often(0, fc.integer({ min: 0, max: 7 })),
  opcode: often(1, fc.integer({ min: 0, max: 15 })),
  masked: often(true, fc.boolean()),
  payload,
  length: often('true' as const, fc.constantFrom('short', 'long', 'huge')),
})

function often<Value>(value: Value, others: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others })
}

/** The frame as bytes. Masked ones use a mask of their own length's making, as any will do. */
export function frameBytes({ fin, reserved, opcode, masked, payload: text, length }: Frame): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const mask = Buffer.from([bytes.length % 251, 7, 42, 128])
  const head = Buffer.alloc(2)
  head[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode
  const said = lengthField(length, bytes.length)
  head[1] = (masked ? 0x80 : 0) | said.code
  const body = masked ? bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : bytes
  return Buffer.concat([head, said.more, ...(masked ? [mask] : []), body])
}

function lengthField(length: Frame['length'], real: number): { code: number; more: Buffer } {
  if (length === 'huge') return { code: 127, more: Buffer.alloc(8, 0xff) }
  const said = { true: real, long: real + 9, short: Math.max(0, real - 3) }[length]
  if (said < 126) return { code: said, more: Buffer.alloc(0) }
  const more = Buffer.alloc(said < 65_536 ? 2 : 8)
  if (said < 65_536) more.writeUInt16BE(said)
  else more.writeBigUInt64BE(BigInt(said))
  return { code: said < 65_536 ? 126 : 127, more }
}
