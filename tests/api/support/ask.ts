import { once } from 'node:events'
import { request } from 'node:http'

/** The answer's status and sentence; `fetch` would not send every header. */
export async function ask(url: string, headers: Record<string, string>, method = 'GET') {
  const sent = request(url, { headers, method }).end()
  const [response] = (await once(sent, 'response')) as [AsyncIterable<Buffer> & { statusCode?: number }]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return [response.statusCode, (JSON.parse(text) as { detail?: string }).detail ?? '']
}
