import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytes } from '../testing/pdf.ts';
import { adminToken, newAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: string;
let agent: Awaited<ReturnType<typeof newAgent>>;
beforeAll(async () => {
  running = await runApp();
  admin = await adminToken(running, ADMIN);
  agent = await newAgent(running);
});
afterAll(() => running.close());

const PDF = Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(300_000)]);
const PNG = Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), randomBytes(100)]);
const JPEG = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), randomBytes(100)]);

async function enquire(token = agent.token) {
  const { body, headers } = await request(running.app)
    .post('/api/ContactUsSupport/contact-us')
    .auth(token, { type: 'bearer' })
    .send({ email: agent.form.emailAddress, typeOfQuery: 'other', queryDetails: 'See the slip.' })
    .expect(201);
  const { body: list } = await request(running.app)
    .get('/api/admin/queries')
    .set('X-Read-After', headers['x-position'] as string)
    .auth(admin, { type: 'bearer' })
    .expect(200);
  return { ...body, id: list[0].id } as { thread: string; referenceNumber: string; id: number };
}
const attach = (thread: string, content: Buffer, name = 'slip.pdf', token = agent.token) =>
  request(running.app)
    .post('/api/agent/enquiry-files')
    .query({ thread, name })
    .auth(token, { type: 'bearer' })
    .type('application/octet-stream')
    .send(content);
const filesOf = async (thread: string): Promise<{ fileId: string; name: string }[]> =>
  (await request(running.app).get('/api/ContactUsSupport/thread').query({ thread }).expect(200)).body.files;
const get = (path: string, token: string, query = {}) =>
  request(running.app).get(`/api${path}`).query(query).auth(token, { type: 'bearer' }).buffer().parse(bytes);

test('serves a file of an enquiry to agent and support as a download with our name', async () => {
  const { thread, referenceNumber, id } = await enquire();
  await attach(thread, PDF, 'Slip of May.pdf').expect(201);
  const [file] = await filesOf(thread);
  expect(file).toMatchObject({ name: 'Slip of May.pdf', fileType: 'application/pdf', bytes: PDF.length });
  const own = await get(`/agent/enquiry-files/${file?.fileId}`, agent.token, { thread }).expect(200);
  expect(Buffer.compare(own.body, PDF)).toBe(0);
  expect(own.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${referenceNumber}-1.pdf"`,
  });
  const { text: history } = await request(running.app)
    .get(`/api/admin/contact-support/${id}/history`)
    .auth(admin, { type: 'bearer' })
    .expect(200);
  expect(history).not.toContain('Slip of May');
  const { body } = await request(running.app)
    .get(`/api/admin/contact-support/${id}`)
    .auth(admin, { type: 'bearer' })
    .expect(200);
  expect(body.files).toMatchObject([{ name: 'Slip of May.pdf' }]);
  const seen = await get(`/admin/contact-support/${id}/files/${file?.fileId}`, admin).expect(200);
  expect(Buffer.compare(seen.body, PDF)).toBe(0);
});

test('the content needs the key of the enquiry, which is destroyed with the sender', async () => {
  const { thread, id } = await enquire();
  await attach(thread, PDF).expect(201);
  const [file] = await filesOf(thread);
  const { rows } = await running.services.db.query('select sealed from enquiries.files where "enquiryId" = $1', [id]);
  expect(rows[0].sealed.includes(Buffer.from('%PDF'))).toBe(false);
  await running.services.log.keys.destroy(`enquiry-${id}`);
  await get(`/admin/contact-support/${id}/files/${file?.fileId}`, admin).expect(404);
});

test('the type follows from the content; other types, long files and a fourth file are refused', async () => {
  const { thread, id } = await enquire();
  await attach(thread, Buffer.from('<html>'), 'slip.pdf').expect(422);
  await attach(thread, Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)])).expect(413);
  await attach(thread, PDF, 'a\u202eb.pdf').expect(422);
  await request(running.app)
    .post('/api/agent/enquiry-files')
    .query({ thread, name: 'x' })
    .auth(agent.token, { type: 'bearer' })
    .send({ file: 'x' })
    .expect(415);
  await attach(thread, PNG, 'photo.txt').expect(201);
  await attach(thread, PNG, 'photo again.txt').expect(201);
  await attach(thread, JPEG).expect(201);
  await attach(thread, PDF).expect(201);
  expect((await attach(thread, Buffer.concat([PDF, PNG])).expect(409)).body.message).toContain('at most 3 files');
  expect(await filesOf(thread)).toMatchObject([
    { name: 'photo.txt', fileType: 'image/png' },
    { fileType: 'image/jpeg' },
    { fileType: 'application/pdf' },
  ]);
  const { rows } = await running.services.db.query(
    'select count(*)::int as n from enquiries.files where "enquiryId" = $1',
    [id],
  );
  expect(rows[0].n, 'no content without an event').toBe(3);
});

test('another agent, a visitor and a forged link reach no file', async () => {
  const other = await newAgent(running);
  const { thread } = await enquire();
  await attach(thread, PDF).expect(201);
  const [file] = await filesOf(thread);
  const path = `/agent/enquiry-files/${file?.fileId}`;
  await attach(thread, PNG, 'x', other.token).expect(403);
  await get(path, other.token, { thread }).expect(403);
  await get(path, agent.token, { thread: `${thread}x` }).expect(404);
  await get('/agent/enquiry-files/3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c31', agent.token, { thread }).expect(404);
  await request(running.app).get(`/api${path}`).query({ thread }).expect(401);
});
