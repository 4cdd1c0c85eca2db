import { expect, test } from 'vitest';
import { networkOf, rateLimitKey } from './origin.ts';

test.each([
  ['41.13.7.9', '41.13.7.*', '41.13.7.9'],
  ['::ffff:41.13.7.9', '41.13.7.*', '41.13.7.9'],
  ['::FFFF:290D:709', '41.13.7.*', '41.13.7.9'],
  ['0:0:0:0:0:ffff:41.13.7.9', '41.13.7.*', '41.13.7.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:*', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:*', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:*', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:*', '0:0:0:0::/64'],
  ['', 'unknown', ''],
])('%s is shown as %s and counted as %s', (address, shown, counted) => {
  expect([networkOf(address), rateLimitKey(address)]).toEqual([shown, counted]);
});
