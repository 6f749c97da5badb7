import { rawPost } from './raw.ts'

/** A name, what is sent, and the statuses that are right for it; none means that the connection just ends. */
export type Case = [name: string, bytes: string | Buffer, ...statuses: number[]]

const good = '{"email":"a@example.com","age":60000}'
const form = 'application/x-www-form-urlencoded'

function head(lines: string): string {
  return `POST /api/waitlist HTTP/1.1\r\n${lines}\r\n`
}

function json(fields: Record<string, unknown>): Buffer {
  return rawPost(JSON.stringify({ email: 'a@example.com', age: 60_000, ...fields }))
}

const usual = 'host: x\r\ncontent-type: application/json\r\nconnection: close\r\n'

export const framing: Case[] = [
  ['no host', 'POST /api/waitlist HTTP/1.1\r\ncontent-length: 0\r\n\r\n', 400],
  ['two hosts', head(`host: x\r\nhost: y\r\n`), 400],
  ['an unknown method', 'SMASH /api/waitlist HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['a version of the future', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', 400],
  ['a version in small letters', 'GET / http/1.1\r\nhost: x\r\n\r\n', 400],
  ['a header without a colon', head('host: x\r\nnonsense\r\n'), 400],
  ['a space before the colon', head('host: x\r\ncontent-length : 5\r\n'), 400],
  ['a folded header', head('host: x\r\nx-a: 1\r\n 2\r\n'), 400],
  ['NUL in a header', head('host: x\r\nx-a: 1\0\r\n'), 400],
  ['a lone CR in a header', head('host: x\r\nx-a: 1\r2\r\n'), 400],
  ['two lengths', head(`${usual}content-length: 5\r\ncontent-length: 6\r\n`), 400],
  ['a negative length', head(`${usual}content-length: -5\r\n`), 400],
  ['a length in hex', head(`${usual}content-length: 0x10\r\n`), 400],
  ['a length with a sign', head(`${usual}content-length: +5\r\n`), 400],
  ['a length beyond 64 bits', head(`${usual}content-length: 99999999999999999999\r\n`), 400],
  ['length and chunks at once', head(`${usual}content-length: 5\r\ntransfer-encoding: chunked\r\n`), 400],
  ['an unknown transfer encoding', head(`${usual}transfer-encoding: smuggled\r\n`), 400, 501],
  ['chunked not as the last encoding', head(`${usual}transfer-encoding: chunked, identity\r\n`), 400, 501],
  ['a chunk size in no number', `${head(`${usual}transfer-encoding: chunked\r\n`)}zz\r\n`, 400, 411],
  [
    'a chunk size beyond reason',
    `${head(`${usual}transfer-encoding: chunked\r\n`)}FFFFFFFFFFFFFFFFF\r\n`,
    400,
    411,
  ],
  ['chunks without a length', `${head(`${usual}transfer-encoding: chunked\r\n`)}2\r\n{}\r\n0\r\n\r\n`, 411],
  ['20 kB of headers', head(`host: x\r\nx-a: ${'a'.repeat(20_000)}\r\n`), 431],
  ['3,000 headers', head(`host: x\r\n${'a: b\r\n'.repeat(3_000)}`), 431],
  ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ['the hello of TLS', Buffer.from('16030100a5010000a10303', 'hex'), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['binary noise', Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37) % 256)), 400],
  ['an unknown expectation', rawPost(good, { expect: '200-maybe' }), 417],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n'],
]

export const parsing: Case[] = [
  ['an empty body', rawPost(''), 400],
  ['invalid UTF-8', rawPost(Buffer.from('7b22656d61696c223a22ff40622e636f227d', 'hex')), 400],
  ['overlong UTF-8', rawPost(Buffer.from('7b22656d61696c223a22c0af40622e636f227d', 'hex')), 400],
  ['UTF-16', rawPost(Buffer.from(good, 'utf16le')), 400],
  ['a trailing comma', rawPost('{"email":"a@example.com",}'), 400],
  ['a comment', rawPost('{"email":"a@example.com"} // yes'), 400],
  ['NaN', rawPost('{"email":NaN}'), 400],
  ['a list', rawPost('[{"email":"a@example.com"}]'), 400],
  ['nothing', rawPost('null'), 400],
  ['60,000 opened lists', rawPost('['.repeat(60_000)), 400],
  ['10,000 nested objects', rawPost(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), 400],
  ['a number beyond numbers', rawPost('{"email":"a@example.com","age":1e999}'), 201],
  ['a field twice', rawPost('{"email":"no","email":"a@example.com"}'), 201],
  ['__proto__', rawPost('{"email":"a@example.com","__proto__":{"admin":true}}'), 201],
  ['an email in __proto__', rawPost('{"__proto__":{"email":"a@example.com"}}'), 400],
  ['constructor', rawPost('{"email":"a@example.com","constructor":{"prototype":{}}}'), 201],
  ['a form with NUL', rawPost('email=a%40example.com&firstName=%00', { 'content-type': form }), 303],
  ['a form with half an escape', rawPost('email=%4', { 'content-type': form }), 303],
  ['a form with a field twice', rawPost('email=a%40b.co&email=c%40d.co', { 'content-type': form }), 303],
  [
    'a form of 5,000 fields',
    rawPost(Array.from({ length: 5_000 }, (_, i) => `f${i}=1`).join('&'), { 'content-type': form }),
    303,
  ],
  ['a form named __proto__', rawPost('__proto__=1&email=a%40example.com', { 'content-type': form }), 303],
  [
    'a form of parts',
    rawPost('--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
    415,
  ],
  ['XML', rawPost('<email/>', { 'content-type': 'application/xml' }), 415],
  ['JSON as plain text', rawPost(good, { 'content-type': 'text/plain' }), 415],
  ['gzip', rawPost(good, { 'content-encoding': 'gzip' }), 415],
  ['another charset', rawPost(good, { 'content-type': 'application/json; charset=utf-7' }), 415],
]

export const fields: Case[] = [
  ['an email in a list', json({ email: ['a@example.com'] }), 400],
  ['an email in an object', json({ email: { $gt: '' } }), 400],
  ['a header in the email', json({ email: 'a@example.com\r\nBcc: b@example.com' }), 400],
  ['two emails', json({ email: 'a@example.com,b@example.com' }), 400],
  ['an email of 60 kB', json({ email: `${'a'.repeat(60_000)}@example.com` }), 400],
  ['an email that slows a regular expression', json({ email: `${'a.'.repeat(20_000)}@` }), 400],
  ['a lone surrogate', rawPost(String.raw`{"email":"a@example.com","firstName":"\ud800"}`), 400],
  ['NUL in a name', rawPost(String.raw`{"email":"a@example.com","firstName":"\u0000"}`), 400],
  ['an invisible name', json({ firstName: '\u200B\u2060' }), 400],
  ['a line break in a name', json({ firstName: 'a\nb' }), 400],
  ['an escape sequence', json({ firstName: '\u001B[2J' }), 400],
  ['a name of 201', json({ firstName: 'a'.repeat(201) }), 400],
  ['a text of 20,001', json({ useCase: 'a'.repeat(20_001) }), 400],
  ['a number for a name', json({ firstName: 7 }), 400],
  ['an unknown company size', json({ companySize: '1000' }), 400],
  ['SQL', json({ firstName: `'); drop table waitlist; --` }), 201],
  ['markup', json({ firstName: '<script>alert(1)</script>' }), 201],
  ['a stack of accents', json({ firstName: `Z${'\u0300'.repeat(150)}` }), 201],
  [
    'a token in an object',
    rawPost('{"name":"A","email":"a@b.co","message":"m","token":{}}', {}, '/api/contact'),
    400,
  ],
  [
    'a token of 9 kB',
    rawPost(
      JSON.stringify({ name: 'A', email: 'a@b.co', message: 'm', token: 'x'.repeat(9_000) }),
      {},
      '/api/contact',
    ),
    400,
  ],
]

export const abuse: Case[] = [
  ['64 kB and one byte', rawPost(`{"email":"a@example.com","useCase":"${'a'.repeat(65_537 - 37)}"}`), 413],
  ['an announced terabyte', head(`${usual}content-length: 1000000000000\r\n`), 413],
  ['a foreign page', rawPost(good, { origin: 'https://evil.example' }), 403],
  ['a page without an origin', rawPost(good, { origin: 'null' }), 403],
  ['an origin that is no address', rawPost(good, { origin: 'http://[' }), 403],
  ['a key with control characters', rawPost(good, { 'idempotency-key': 'a\u0001' }), 400],
  ['a key of 8 kB', rawPost(good, { 'idempotency-key': 'k'.repeat(8_000) }), 400],
  [
    'a way out of the folder',
    'GET /api/../../../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    404,
    503,
  ],
  [
    'an encoded way out',
    'GET /..%2f..%2fetc%2fpasswd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    404,
    503,
  ],
  [
    'a foreign absolute address',
    'GET http://evil.example/api/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    404,
  ],
  ['a deletion', 'DELETE /api/waitlist HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 405],
  ['a trace', 'TRACE /api/waitlist HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400, 405],
  [
    'an overridden method',
    'GET /api/waitlist HTTP/1.1\r\nhost: x\r\nx-http-method-override: POST\r\nconnection: close\r\n\r\n',
    405,
  ],
  ['a source of another world', rawPost(good, {}, `/api/waitlist?from=${'x'.repeat(5_000)}`), 201],
  [
    'metrics for a stranger behind a proxy',
    'GET /api/metrics HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 8.8.8.8\r\nconnection: close\r\n\r\n',
    403,
  ],
]
