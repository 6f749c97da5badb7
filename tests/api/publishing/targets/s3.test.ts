import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openBucket } from '../../../../api/publishing/targets/s3.ts'
import { listenHere } from '../../../support/listen.ts'

/** s3rver can't list more than one answer holds on a Node of today, so this one plays the part. */
test('a paged list is read to its end, with names as they were written', async () => {
  const asked: (string | null)[] = []
  let end = '</ListBucketResult>'
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('continuation-token')
    asked.push(token)
    const entry = token ? ['b&amp;&lt;&#233;', 'two'] : ['a', 'one']
    response.end(
      `<ListBucketResult>${token ? '' : '<NextContinuationToken>a+/=&amp;</NextContinuationToken>'}` +
        `<Contents><Key>${entry[0]}</Key><ETag>&quot;${entry[1]}&quot;</ETag></Contents>${end}`,
    )
  })
  const bucket = openBucket({
    endpoint: `${await listenHere(server)}/`,
    bucket: 'site',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  expect([...(await bucket.list())]).toEqual([
    ['a', 'one'],
    ['b&<é', 'two'],
  ])
  expect(asked).toEqual([null, 'a+/=&'])
  // As a server's console answers, which is often a port beside it.
  end = '<html>'
  await expect(bucket.list()).rejects.toMatchObject({ status: 200, code: 'no whole list of objects' })
})
