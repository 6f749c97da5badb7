import { expect, test } from 'vitest'
import { releaseId } from '../../../../web/publisher/release/release-id.ts'

test('ids sort in the order of the releases, whatever the clock says', () => {
  const now = new Date('2025-10-31T12:00:00.000Z')
  expect(releaseId(now, 'a', undefined)).toBe('20251031T120000000Z-a')
  expect(releaseId(now, 'a', '20251030T120000000Z-b')).toBe('20251031T120000000Z-a')
  expect(releaseId(now, 'a', '20351031T235959999Z-b')).toBe('20351101T000000000Z-a')
  expect(releaseId(now, 'a', 'a folder of somebody')).toBe('20251031T120000000Z-a')
})
