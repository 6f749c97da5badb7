import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { box, expect, openDocument, publish, studioIsBuilt, test as base } from './support/studio.ts'

interface Server {
  url: string
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  /** Starts it again, on its port and its data. */
  restart(): Promise<void>
}

/** Longer than the Studio tries a read again, some 3 s. */
const AWAY_MS = 6_000
const PROCESS = path.join(import.meta.dirname, 'support/studio-process.ts')

const test = base.extend<{ ownServer: Server }>({
  ownServer: async ({ browserName }, provide, { project }) => {
    // The tests' server builds what this one serves.
    await studioIsBuilt(project.use.baseURL ?? '')
    const dataDir = await mkdtemp(path.join(tmpdir(), `studio-${browserName}-`))
    let port = '0'
    let child: ChildProcess
    async function start(): Promise<string> {
      child = fork(PROCESS, [dataDir, port])
      const [url]: unknown[] = await once(child, 'message')
      port = new URL(String(url)).port
      return String(url)
    }
    async function kill(): Promise<void> {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    const url = await start()
    await provide({ url, kill, restart: async () => void (await start()) })
    await kill()
    await rm(dataDir, { recursive: true, force: true })
  },
  baseURL: async ({ ownServer }, provide) => provide(ownServer.url),
})

test('loses nothing that was typed when the lake is killed in mid-edit', async ({
  page,
  lake,
  refusals,
  ownServer,
}) => {
  refusals.push(/^net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/)
  // A server without a site has no receipts to show, and no submissions.
  refusals.push(/^503 .*\/api\/(?:publishes|submissions)(?:\/|$)/)
  const id = await lake.plant({ _type: 'step', title: 'Check', text: 'Look.' })
  await openDocument(page, 'step', id)
  const text = box(page, 'text')
  await text.fill('Look at it twice.')
  const draft = () => lake.client.getDocument(`drafts.${id}`)
  await expect.poll(draft).toMatchObject({ text: 'Look at it twice.' })

  await text.press('Control+End')
  const killed = ownServer.kill()
  await page.keyboard.type(' Then look again,', { delay: 20 })
  await killed
  await page.keyboard.type(' and once more.', { delay: 20 })
  const typed = await text.inputValue()
  expect(typed).toMatch(/^Look at it twice\. Then look again, and/)
  // The Studio takes no more keys once it has noticed, and keeps what it has for as long as it takes.
  await expect(text).not.toBeEditable()
  await page.waitForTimeout(AWAY_MS)
  await expect(text).toHaveValue(typed)

  await ownServer.restart()
  await expect.poll(draft).toMatchObject({ text: typed })
  await expect(text).toHaveValue(typed)
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ text: typed })
})

test('says that the server can’t answer, and goes on once it does', async ({ page, refusals }) => {
  refusals.push(/^503 /)
  await page.route(/\/users\/me(?:\?|$)/u, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/studio')
  const notice = page.getByText('The server can’t answer right now.')
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await expect(notice).toHaveRole('status')
  await page.unrouteAll()
  await expect(page.getByRole('link', { name: 'Content', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(notice).toBeHidden()
})
