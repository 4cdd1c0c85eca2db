import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { networkOf, rateLimitKey, readForwardedAddresses } from './origin.ts';

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

test.each([
  ['41.13.7.9:5678', '41.13.7.9'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['"[2001:db8::9]:443"', '2001:db8::9'],
  ['[::1]', '::1'],
  ['2001:db8::9', '2001:db8::9'],
  ['9.9.9.9, 41.13.7.9:5678, 10.0.0.1:80', '41.13.7.9'],
  ['unknown', 'unknown'],
])('X-Forwarded-For %s from a trusted proxy means %s', async (header, expected) => {
  const app = express();
  app.set('trust proxy', ['loopback', '10.0.0.1']);
  app.use(readForwardedAddresses, (call, response) => void response.json(call.ip));
  expect((await request(app).get('/').set('X-Forwarded-For', header)).body).toBe(expected);
});
