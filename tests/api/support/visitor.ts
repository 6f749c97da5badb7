import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A visitor to a web server that speaks TLS on this machine, whatever its certificate says. */
export function createVisitor(port: number, { host = 'example.com', localAddress = '127.0.0.1' } = {}) {
  /** The answer once its head is there. */
  async function open(target: string, { method = 'GET', headers = {}, body }: Asked = {}) {
    const sent = request({
      host: '127.0.0.1',
      port,
      servername: host.replace(/:\d+$/u, ''),
      localAddress,
      rejectUnauthorized: false,
      path: target,
      method,
      headers: { host, ...headers },
    }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }

  async function ask(target: string, asked?: Asked) {
    const response = await open(target, asked)
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: response.statusCode, headers: response.headers, text }
  }

  /** Signs in with the token of editors. Returns what their requests are sent with, and the answer's head. */
  async function signIn(token: string, origin = `https://${host}`) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
    const done = await ask('/v1/auth/login/token', { method: 'POST', headers, body: `token=${token}` })
    const [cookie = ''] = done.headers['set-cookie'] ?? []
    return { done, editor: { cookie: cookie.split(';')[0] ?? '', origin } }
  }
  return { open, ask, signIn }
}
