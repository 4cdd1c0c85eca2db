import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agentSuite } from '../testing/agent-suite.ts';
import { message, prove } from '../testing/people.ts';

const suite = agentSuite();
const { call } = suite;

describe('the deletion of the own account', () => {
  const ask = () => call('post', '/agent/deletion').send({ reason: 'I changed jobs.' });

  test('needs a code entered for it', async () => {
    expect((await ask().expect(403)).body.message).toBe('OTP verification required.');
    await prove(suite.running, suite.agent, 'banking');
    await ask().expect(403);
    await call('post', '/agent/requests').send({ kind: 'deletion', details: 'I changed jobs.' }).expect(403);
    expect((await call('get', '/agent/deletion').expect(200)).body.pending).toBeNull();
  });

  test('is pending with a reference number and announced, and can be withdrawn', async () => {
    suite.running.pass(31_000);
    await prove(suite.running, suite.agent, 'deletion');
    const { reference } = (await ask().expect(201)).body;
    expect(reference).toMatch(/^FR-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const { body } = await call('get', '/agent/deletion').expect(200);
    expect(body).toMatchObject({ pending: { reference }, owedCents: 0, payoutUnderWay: false });
    const { emailAddress, cellNumber } = suite.agent.form;
    await message(suite.running, emailAddress, ({ subject }) => subject.endsWith(`delete your account: ${reference}`));
    await message(suite.running, `+${cellNumber}`, ({ text }) => text.includes(reference));
    await call('delete', '/agent/deletion').expect(200);
    expect((await call('get', '/agent/deletion').expect(200)).body.pending).toBeNull();
    await message(suite.running, emailAddress, ({ subject }) => subject.includes(`${reference} was withdrawn`));
  });
});

describe('messages about money', () => {
  test('can be switched off by group', async () => {
    const all = { rewards: true, payouts: true, digest: true };
    expect((await call('get', '/agent/message-choices').expect(200)).body).toEqual(all);
    await call('put', '/agent/message-choices')
      .send({ ...all, digest: false })
      .expect(200);
    expect((await call('get', '/agent/message-choices').expect(200)).body).toEqual({ ...all, digest: false });
    await call('put', '/agent/message-choices').send({ digest: false }).expect(422);
  });

  test('can be sent to devices, which the agent sees and removes', async () => {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    const endpoint = 'https://push.example/device';
    await call('post', '/agent/push-devices').send({ endpoint, keys }).expect(201);
    await call('post', '/agent/push-devices').send({ endpoint, keys }).expect(201);
    const { body } = await call('get', '/agent/push-devices').expect(200);
    expect(body).toMatchObject({ publicKey: expect.stringMatching(/^[\w-]{87}$/), devices: [{ endpoint }] });
    const exported = await call('get', '/agent/export.json').expect(200);
    expect(exported.body.pushDevices).toMatchObject([{ endpoint }]);
    await call('delete', `/agent/push-devices/${body.devices[0].id}`).expect(200);
    expect((await call('get', '/agent/push-devices').expect(200)).body.devices).toEqual([]);
    for (const wrong of [
      { endpoint: 'nonsense', keys },
      { endpoint: 'https://user:secret@push.example', keys },
      { endpoint, keys: { ...keys, p256dh: 'AAAA' } },
      { endpoint, keys: { ...keys, auth: 'short' } },
    ])
      await call('post', '/agent/push-devices').send(wrong).expect(422);
  });
});
