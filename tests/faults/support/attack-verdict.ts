/**
 * All answers of 500 and above that a request from outside may get: what is being started or can't be stored
 * now, said in the shape of the part that was asked. Anything else is a fault of the server.
 */
const PROBLEMS = [
  'starting',
  'busy',
  'not-stored',
  'not-counted',
  'no-challenge',
  'no-webhook',
  'bot-check-unreachable',
]

/** What is wrong with a connection's answers, in one line; nothing where all is as documented. */
export function faultIn(text: string, secret: string): string | undefined {
  if (text.includes(secret)) return `a draft was shown to a stranger: ${around(text, secret)}`
  const trace = /\/(?:api|studio|web)\/[\w/.-]{1,100}\.ts:\d+|node:internal\//u.exec(text)
  if (trace) return `a stack trace: ${around(text, trace[0])}`
  for (const { index } of text.matchAll(/HTTP\/1\.1 5\d\d /gu)) {
    const answer = text.slice(index)
    const status = answer.slice(0, answer.indexOf('\r\n'))
    if (!isDocumented(answer)) return `${status} ${answer.split('\r\n\r\n')[1]?.slice(0, 200) ?? ''}`
  }
  return undefined
}

function isDocumented(answer: string): boolean {
  if (!answer.startsWith('HTTP/1.1 503 ')) return false
  const end = answer.indexOf('\r\n\r\n')
  const [head, body] = [answer.slice(0, end), answer.slice(end + 4)]
  // An answer to HEAD has a type and no body.
  if (/^content-type: application\/problem\+json/imu.test(head))
    return body === '' || PROBLEMS.some((kind) => body.includes(`/api/problems#${kind}"`))
  if (/^content-type: application\/json/imu.test(head))
    return body === '' || /\{"statusCode":503,"error":\{"type":"(?!internalError)/u.test(body)
  // A page of drafts says in a sentence why it can't be rendered.
  return /^content-type: text\/html/imu.test(head) && (body === '' || body.includes('<title>Preview</title>'))
}

function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - 200), at + 200)
}
