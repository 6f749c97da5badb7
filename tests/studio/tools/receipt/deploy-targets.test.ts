import { expect, test } from 'vitest'
import { deployTargetLine } from '../../../../studio/tools/receipt/progress.ts'

test.each([
  ['pending', null, 'Bucket: under way'],
  ['delivered', null, 'Bucket: live in 2.35 s'],
  ['trying', 'It is tried again.', 'Bucket: not yet. It is tried again.'],
  ['failed', 'Check S3_BUCKET.', 'Bucket: not yet. Check S3_BUCKET.'],
] as const)('a place that is %s is said to be so', (state, message, line) => {
  expect(deployTargetLine({ target: 'bucket', state, tookMs: 2_350, message })).toBe(line)
})
