import { expect, test } from 'vitest'
import { createBucketTarget } from '../../../../api/publishing/targets/bucket.ts'
import { always, failureOf, files, newBucket, owner, release, signal } from '../../support/bucket-target.ts'

test('an answer that may pass is tried again at once', async () => {
  const { deliver, failures } = await newBucket()
  failures.push(503, 500, 429)
  expect(await deliver(release('r1', { 'index.html': '<h1>Home</h1>' }))).toContain('PUT index.html')
})

test.each([
  { status: 408, code: '' },
  { status: 409, code: 'OperationAborted' },
  { status: 400, code: 'RequestTimeout' },
  { status: 403, code: 'RequestTimeTooSkewed' },
])('a refusal with $status $code may pass too', async (refusal) => {
  const { deliver, target, failures } = await newBucket()
  failures.push(refusal)
  const failure = await failureOf(target.deliver(release('r1', files), signal, always))
  expect(failure).toMatchObject({ isPermanent: false, message: expect.stringContaining('tried again') })
  expect(await deliver(release('r1', files))).toContain('PUT index.html')
})

test.each([
  [
    { secretAccessKey: 'wrong' },
    /refused the release \(403 SignatureDoesNotMatch\).*S3_ACCESS_KEY_ID/u,
    true,
  ],
  [
    { bucket: 'other' },
    /refused the release \(404 NoSuchBucket\).*S3_BUCKET.*the next publish or start/u,
    true,
  ],
  [{ endpoint: 'http://127.0.0.1:9' }, /could not be reached .*tried again/u, false],
])('with %j the message says what to look at', async (wrong, message, isPermanent) => {
  const { options } = await newBucket()
  const target = createBucketTarget({ ...options, owner, ...wrong })
  const failure = await failureOf(target.deliver(release('r1', files), signal, always))
  expect(failure).toMatchObject({ isPermanent, message: expect.stringMatching(message) })
  expect(failure.message).not.toContain('127.0.0.1')
})
