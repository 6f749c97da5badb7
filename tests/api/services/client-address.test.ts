import { expect, test } from 'vitest'
import { clientAddress } from '../../../api/services/client-address.ts'

test.each([
  ['203.0.113.9', undefined, 0, '203.0.113.9'],
  ['::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', undefined, 0, '2001:db8:1:2::/64'],
  ['2001:0db8::0002:0:0:0:1', undefined, 0, '2001:db8:0:2::/64'],
  ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
  ['::1', undefined, 0, '0:0:0:0::/64'],
  [undefined, undefined, 0, 'unknown'],
  ['10.0.0.1', '198.51.100.7', 0, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.7', 1, '198.51.100.7'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.7', 1, '198.51.100.7'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
  ['10.0.0.1', '198.51.100.7', 2, '10.0.0.1'],
  ['10.0.0.1', 'nonsense', 1, '10.0.0.1'],
  ['10.0.0.1', '2001:db8:1:2:3::', 1, '2001:db8:1:2::/64'],
])('from %s, forwarded for %s, with %d trusted proxies: %s', (socket, forwarded, trusted, address) => {
  expect(clientAddress(socket, forwarded, trusted)).toBe(address)
})
