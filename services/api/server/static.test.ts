import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { demoProgramme, programmeSchema } from '@fynbos/platform/config/programme.ts';
import express, { type Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { popiNoticeRouter } from '../privacy/popi-notice.ts';
import { pageTexts } from './page-texts.ts';
import { webApps } from './static.ts';

const settings = {
  SUPPORT_EMAIL: 'help@x.example',
  SUPPORT_WEB: 'https://x.example/a?b&c',
  HEAD_OFFICE: '1 <b>Road</b> & "Sons"',
};
let folder: string;
let app: Express;
let texts = pageTexts(settings, INITIAL_TERMS);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-web-'));
  const put = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  await put('agent/index.html', 'landing');
  await put(
    'agent/contact-us.html',
    '<a href="__SUPPORT_WEB__">__SUPPORT_WEB_NAME__</a> __SUPPORT_EMAIL__, __HEAD_OFFICE__',
  );
  await put('agent/registration.html', 'registration');
  await put(
    'agent/frequently-asked.html',
    '__MINIMUM_REWARD__, __PAYOUT_MINIMUM__, __PAYE_RATE__, __EXPIRY__, __COOLING_HOURS__, __OTHER__',
  );
  await put('agent/app.html', 'shell');
  await put('agent/404.html', 'nothing here');
  await put('agent/assets/index-e73YLD5o.js', 'let x;'.repeat(1000));
  await put('admin/index.html', 'dashboard');
  await put('secret.txt', 'secret');
  const folders = { agent: path.join(folder, 'agent'), admin: path.join(folder, 'admin') };
  app = express()
    .use(popiNoticeRouter(programmeSchema.parse({ ...demoProgramme, ...settings })))
    .use(webApps(folders, () => texts));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['/', 200, 'landing'],
  ['/registration?email=a', 200, 'registration'],
  ['/registration/', 200, 'registration'],
  ['/agent/incentives', 200, 'shell'],
  ['/updateBankingDetails', 200, 'shell'],
  ['/no-such-page', 404, 'nothing here'],
  ['/admin', 200, 'dashboard'],
  ['/admin/promotions/edit/7', 200, 'dashboard'],
])('%s is answered %i with the page that belongs to it', async (url, status, text) => {
  const response = await request(app).get(url).expect(status);
  expect(response.text).toBe(text);
  expect(response.headers['cache-control']).toBe('no-cache');
});

test('files with a hash in their name are cached for a year, and sent compressed', async () => {
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await request(app)
      .get('/assets/index-e73YLD5o.js')
      .set('Accept-Encoding', encoding)
      .buffer(true)
      .expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
    });
    expect(Number(headers['content-length'])).toBeLessThan(100);
  }
});

test('writes the settings of this environment into a page, escaped', async () => {
  const { text } = await request(app).get('/contact-us').expect(200);
  expect(text).toBe(
    '<a href="https://x.example/a?b&#38;c">x.example/a?b&#38;c</a> help@x.example, 1 &#60;b&#62;Road&#60;/b&#62; &#38; &#34;Sons&#34;',
  );
});

test('writes the figures of the policy in force into a page', async () => {
  const { text, headers } = await request(app).get('/frequently-asked').expect(200);
  expect(text).toBe('R50, R100, 25%, expires 36 months after it was earned, 72, __OTHER__');
  texts = pageTexts(settings, { ...INITIAL_TERMS, minimumRewardCents: 62_50, payeRate: 0.18, expiryMonths: null });
  const changed = await request(app)
    .get('/frequently-asked')
    .set('If-None-Match', headers.etag as string)
    .expect(200);
  expect(changed.text).toBe('R62.50, R100, 18%, does not expire, 72, __OTHER__');
});

test('renders the POPI notification with the settings of this environment', async () => {
  const { body, headers } = await request(app).get('/popi-section-18.pdf').responseType('blob').expect(200);
  expect(headers['content-type']).toBe('application/pdf');
  expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
});

test('does not send a page again that the browser already has', async () => {
  const { headers } = await request(app).get('/').expect(200);
  await request(app)
    .get('/')
    .set('If-None-Match', headers.etag as string)
    .expect(304);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/none.js',
  '/a%00.html',
])('nothing outside of the folder is served: %s', async (url) => {
  const response = await request(app).get(url);
  expect([400, 404]).toContain(response.status);
  expect(response.text).not.toContain('secret of');
  expect(response.text).not.toBe('secret');
});
