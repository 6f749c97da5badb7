import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pictureFile } from '../../../../web/content/picture-files.ts'
import { pictureSource } from '../../../../web/content/picture-source.ts'
import { createPictureMaker } from '../../../../web/publisher/pictures/make-pictures.ts'
import { sourcesOf } from '../../../../web/ui/pictures/sources.ts'
import { clientOf } from '../../../support/lake.ts'
import { listenHere } from '../../../support/listen.ts'

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
const ID = idOf(SVG, 'svg')

function idOf(bytes: Buffer, extension: string, size = '1x1'): string {
  return `image-${createHash('sha1').update(bytes).digest('hex')}-${size}-${extension}`
}

/** A lake that answers so, and the paths that it was asked for. */
async function lakeWith(answer: RequestListener) {
  const asked: { url: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
    answer(request, response)
  })
  const url = await listenHere(server)
  const client = clientOf(url, { token: 'a-token-of-the-lake' })
  return { url, asked, source: { name: 'a lake', client } }
}

function fileOf(id: string) {
  const file = pictureFile(id)
  if (!file) throw new Error(`${id} names no file.`)
  return file
}

test.each([
  'image-of-evil',
  `image-${'a'.repeat(40)}-1x1-html`,
  `image-${'a'.repeat(40)}-1x1-svg/../x`,
  `image-${'A'.repeat(40)}-1x1-svg`,
  `image-${'a'.repeat(39)}-1x1-svg`,
  `image-${'a'.repeat(40)}-1x1-svg\n`,
  `file-${'a'.repeat(40)}-svg`,
])('an id that is no picture’s stands for no file: %j', (id) => {
  expect(pictureFile(id)).toBeUndefined()
})

test('a picture is asked for below the lake by the name its id stands for, with the token of that lake', async () => {
  const { asked, source } = await lakeWith((_, response) => response.end(SVG))
  expect(await pictureSource(source)(fileOf(ID))).toEqual(SVG)
  expect(asked).toEqual([
    { url: `/images/local/production/${fileOf(ID).name}`, authorization: 'Bearer a-token-of-the-lake' },
  ])
})

test('a redirect is not followed', async () => {
  const elsewhere = await lakeWith((_, response) => response.end(SVG))
  const { source } = await lakeWith((_, response) =>
    response.writeHead(302, { location: `${elsewhere.url}/x.svg` }).end(),
  )
  expect(await pictureSource(source)(fileOf(ID))).toMatchObject({
    reason: expect.stringContaining('could not be read just now'),
  })
  expect(elsewhere.asked).toEqual([])
})

const HTML = Buffer.from('<html><script>alert(1)</script></html>')
const SCRIPTED = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const LARGE = Buffer.concat([SVG, Buffer.alloc(600_000, ' ')])

test.each<[string, Buffer, string, RegExp]>([
  ['other bytes than it is named by', Buffer.from(`${SVG.toString()} `), ID, /not what was uploaded/],
  ['a page that is named as a picture', HTML, idOf(HTML, 'svg'), /not the kind of picture/],
  ['a vector picture that is named as a PNG', SVG, idOf(SVG, 'png'), /not the kind of picture/],
  [
    'a PNG that is named as a vector picture',
    Buffer.from('\x89PNG'),
    idOf(Buffer.from('\x89PNG'), 'svg'),
    /not the kind/,
  ],
  ['a vector picture that is larger than visitors should get', LARGE, idOf(LARGE, 'svg'), /more than 500 kB/],
  ['a vector picture with a script', SCRIPTED, idOf(SCRIPTED, 'svg'), /that has scripts/],
])('%s is refused', async (_, bytes, id, reason) => {
  const { source } = await lakeWith((_request, response) => response.end(bytes))
  expect(await pictureSource(source)(fileOf(id))).toMatchObject({ reason: expect.stringMatching(reason) })
})

test('an endless answer is cut off at the limit', async () => {
  const { source } = await lakeWith((_, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
    response.on('close', () => clearInterval(timer))
  })
  expect(await pictureSource(source)(fileOf(ID))).toMatchObject({ reason: expect.stringContaining('500 kB') })
})

test.each<[string, RequestListener, RegExp, boolean]>([
  [
    'fails',
    (_, response) => response.writeHead(500).end(),
    /HTTP 500.*tried again within five minutes/,
    false,
  ],
  ['does not answer', () => undefined, /no answer in time/, true],
  ['stops in the middle', (_, response) => response.write('<svg'), /no answer in time/, true],
])('a lake that %s is a fault for now, found by the deadline', async (_, answer, reason, slow) => {
  const { source } = await lakeWith(answer)
  const refusal = await pictureSource(source, slow ? 200 : 60_000)(fileOf(ID))
  expect(refusal).toMatchObject({ reason: expect.stringMatching(reason), ...(slow && { slow }) })
})

/** The names of the files that show a picture in a slot. */
function namesFor(id: string, slot: 'logo' | 'wide' = 'logo'): string[] {
  const { sets, src } = sourcesOf({ url: `/assets/pictures/${fileOf(id).name}` }, slot)
  const addresses = [src, ...sets.flatMap(({ srcSet }) => srcSet.split(', '))]
  return addresses.map((address) => path.basename(address.split(' ')[0] ?? ''))
}

test('a failure is not remembered: the next publish reads the picture, once', async () => {
  let isBroken = true
  const { source, asked } = await lakeWith((_, response) =>
    isBroken ? response.writeHead(503).end() : response.end(SVG),
  )
  const make = createPictureMaker(source)
  expect([...(await make(namesFor(ID), undefined)).broken.keys()]).toEqual([ID])
  isBroken = false
  const pictures = await make(namesFor(ID), undefined)
  expect(pictures.broken.size).toBe(0)
  expect(pictures.made.get(fileOf(ID).name)).toEqual(SVG)
  expect(await make(namesFor(ID), undefined)).toEqual(pictures)
  expect(asked).toHaveLength(2)
})

test('of one picture all missing files are made of one read, and those that a release has are not', async () => {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c30' } })
    .png()
    .toBuffer()
  const id = idOf(bytes, 'png', '800x600')
  const { source, asked } = await lakeWith((_, response) => response.end(bytes))
  const names = namesFor(id, 'wide')
  const { made, broken } = await createPictureMaker(source)(names, undefined)
  expect(broken.size).toBe(0)
  expect([...made.keys()].toSorted()).toEqual([...new Set(names)].toSorted())
  expect(asked).toHaveLength(1)

  const release = mkdtempSync(path.join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(release, { recursive: true }))
  mkdirSync(path.join(release, 'assets/pictures'), { recursive: true })
  for (const [name, file] of made) writeFileSync(path.join(release, 'assets/pictures', name), file)
  expect(await createPictureMaker(source)(names, release)).toEqual({
    made: new Map(),
    broken: new Map(),
    isUnfinished: false,
  })
  expect(asked).toHaveLength(1)

  const [first = ''] = names
  rmSync(path.join(release, 'assets/pictures', first))
  const again = await createPictureMaker(source)(names, release)
  expect([...again.made]).toEqual([[first, made.get(first)]])
})

test('what a call has no time for is left to the next ones, which keep what was made', async () => {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#03c' } })
    .png()
    .toBuffer()
  const [one, other] = [idOf(bytes, 'png', '800x600'), ID]
  const { source, asked } = await lakeWith((request, response) =>
    response.end(request.url?.endsWith('.svg') ? SVG : bytes),
  )
  const make = createPictureMaker(source)
  const names = [...namesFor(one, 'wide'), ...namesFor(other)]
  const later = expect.stringMatching(/still being made.*by itself/)

  let left = 1
  const first = await make(names, undefined, () => (left -= 1) >= 0)
  expect(first.isUnfinished).toBe(true)
  expect([...first.broken]).toEqual([
    [one, later],
    [other, later],
  ])
  expect(first.made.size).toBeGreaterThan(0)
  // The page that shows them is held, so that no visitor requests them in between.
  expect(await make([], undefined)).toEqual({ made: new Map(), broken: new Map(), isUnfinished: false })
  const none = await make(names, undefined, () => false)
  expect([none.made, none.isUnfinished]).toEqual([first.made, false])
  expect(asked).toHaveLength(1)

  const last = await make(names, undefined)
  expect([...last.made.keys()].toSorted()).toEqual([...new Set(names)].toSorted())
  expect([...last.made.entries()]).toEqual(expect.arrayContaining([...first.made.entries()]))
  expect([last.broken.size, last.isUnfinished]).toEqual([0, false])
})

test('a picture that was cut short is refused, and the others are made', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 50 }
  const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const short = whole.subarray(0, whole.length / 2)
  const [shortId, wholeId] = [idOf(short, 'png', '200x200'), idOf(whole, 'png', '200x200')]
  const { source } = await lakeWith((request, response) =>
    response.end(request.url?.includes(fileOf(shortId).name) ? short : whole),
  )
  const names = [...namesFor(shortId), ...namesFor(wholeId)]
  const { made, broken } = await createPictureMaker(source)(names, undefined)
  expect([...broken]).toEqual([[shortId, expect.stringMatching(/damaged, cut short/)]])
  expect(made.size).toBe(new Set(namesFor(wholeId)).size)
})

test('a picture that a busy machine does not read in time is not called damaged, and is made a while later', async () => {
  const plain = { create: { width: 200, height: 200, channels: 3 as const, background: '#888' } }
  const bytes = await sharp(plain).png().toBuffer()
  const { source, asked } = await lakeWith((_, response) => response.end(bytes))
  const names = namesFor(idOf(bytes, 'png', '200x200'))
  const make = createPictureMaker(source)
  const decoding = vi
    .spyOn(sharp.prototype, 'toBuffer')
    .mockRejectedValueOnce(new Error('timeout: 40% complete\nVipsImage: killed for image "temp-1"'))
  const now = vi.spyOn(Date, 'now').mockReturnValue(0)
  onTestFinished(() => [decoding, now].forEach((spy) => spy.mockRestore()))
  const reason = expect.stringMatching(/could not be read in time.*tried again within five minutes/)
  expect([...(await make(names, undefined)).broken.values()]).toEqual([reason])
  // Other publishes need not wait for it meanwhile.
  now.mockReturnValue(59_000)
  expect([...(await make(names, undefined)).broken.values()]).toEqual([reason])
  expect(asked).toHaveLength(1)

  now.mockReturnValue(60_000)
  const { made, broken } = await make(names, undefined)
  expect([made.size, broken.size]).toEqual([new Set(names).size, 0])
})

test('names that stand for no picture are left alone', async () => {
  const { source, asked } = await lakeWith((_, response) => response.end(SVG))
  const names = ['../../secret', 'x.png', `${'a'.repeat(40)}-1x1-png-nothing-0.0.1.1-1x1-1.png`]
  expect(await createPictureMaker(source)(names, undefined)).toEqual({
    made: new Map(),
    broken: new Map(),
    isUnfinished: false,
  })
  expect(asked).toEqual([])
})
