import { expect, test } from 'vitest'
import { diskFaultOf } from '../../../api/contract/disk-fault.ts'

/** As the bundler says it, with what it thinks of itself in such a case. */
const BUNDLER = `Build failed with 1 error:

[UNHANDLEABLE_ERROR] Something went wrong inside rolldown, please report this problem at https://github.com/.
Failed to write file in dist/.staged-server/publish.js

Caused by:
    No space left on device (os error 28)`

test.each([
  ['ENOSPC: no space left on device, write', 'is full: free some space'],
  ['/data/publishes.db can’t be opened (database or disk is full).', 'is full: free some space'],
  [BUNDLER, 'is full: free some space'],
  ['EDQUOT: disk quota exceeded, write', 'has no space left for this user: free some'],
  ["EROFS: read-only file system, open '/dist/site'", 'can only be read: mount it for writing'],
  [
    "EXDEV: cross-device link not permitted, link '/dist/releases/1/a' -> '/dist/.staged/a'",
    'has a folder on another disk: keep all of it on one',
  ],
  ["ENOENT: no such file or directory, open '/dist/site'", undefined],
])('of %j', (message, fault) => {
  expect(diskFaultOf(new Error(message))).toBe(fault)
})
