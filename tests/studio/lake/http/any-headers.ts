import { request as httpRequest } from 'node:http'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** The status of an answer. Unlike fetch, sends any Host and Origin. */
export async function ask(
  url: string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { headers, method }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
}

/** `open`, or what refused the socket. */
export async function openSocket(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
    onTestFinished(() => socket.terminate())
    socket.on('open', () => resolve('open'))
    socket.on('error', (error) => resolve(error.message))
  })
}
