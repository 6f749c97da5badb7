import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReadyAnswer } from './bare.ts'

/** Gives the answers that it is sent, whole and in memory, and thinks of nothing else. */
const [answers] = (await once(process, 'message')) as [ReadyAnswer[]]
const known = answers.find(({ status }) => status === 304)
const byPath = new Map(answers.flatMap((answer) => (answer === known ? [] : [[answer.path, answer]])))

const server = createServer(({ url = '/', headers }, response) => {
  const isKnown = known?.path === url && headers['if-none-match'] !== undefined
  const { status, headers: own, body } = (isKnown ? known : byPath.get(url)) as ReadyAnswer
  response.writeHead(status, own)
  response.end(body)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
