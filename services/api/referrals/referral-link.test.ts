import { randomUUID } from 'node:crypto';
import { REFERRAL_CLAIM } from '@fynbos/application/referrals/reaction.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminToken,
  inboxOf,
  message,
  newAgent,
  referred,
  registrationForm,
  type SignedInAgent,
} from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let agent: SignedInAgent;
beforeAll(async () => {
  running = await runApp();
  agent = await newAgent(running, { firstName: 'Rina', surname: 'Referrer' });
});
afterAll(() => running.close());

const codeOf = (body: { link: string }) => new URL(body.link).searchParams.get('from') as string;
const ownLink = async ({ token }: SignedInAgent, method: 'get' | 'post' = 'get'): Promise<string> => {
  const { body } = await request(running.app)
    [method]('/api/agent/referral-link')
    .auth(token, { type: 'bearer' })
    .expect(200);
  return codeOf(body);
};
const inviter = (link: string) => request(running.app).get('/api/referral/inviter').query({ link });
async function referralsOf({ id, token }: SignedInAgent) {
  const { body } = await request(running.app)
    .get('/api/referral/referral-status')
    .query({ referringAgentId: id })
    .auth(token, { type: 'bearer' })
    .expect(200);
  return body.referrals as { emailAddress: string; registrationStatus: string }[];
}

test('a person who registers by an agent’s link becomes a completed referral without an invitation', async () => {
  const link = await ownLink(agent);
  expect((await inviter(link).expect(200)).body).toEqual({ invitedBy: 'Rina Referrer' });
  const { form } = await newAgent(running, { firstName: 'Lindiwe', referralLink: link });
  await expect
    .poll(() => referralsOf(agent))
    .toContainEqual(expect.objectContaining({ emailAddress: form.emailAddress, registrationStatus: 'Completed' }));
  await message(running, agent.form.emailAddress, ({ subject }) => subject.startsWith('Lindiwe Nkosi has joined'));
  expect((await inboxOf(running, form.emailAddress)).map(({ subject }) => subject).join()).not.toContain('invites you');
});

test('rejects a replaced, changed or unknown link, and registers the person without a referral', async () => {
  const host = await newAgent(running);
  const old = await ownLink(host);
  const next = await ownLink(host, 'post');
  expect(next).not.toBe(old);
  expect(await ownLink(host)).toBe(next);
  await inviter(next).expect(200);
  for (const link of [old, `${next.slice(0, -1)}!`, `${host.id}-`, '0-x', '']) await inviter(link).expect(404);
  await newAgent(running, { referralLink: old });
  // The reaction works in order, so a later referral shows that the one before was not recorded.
  const { form } = await newAgent(running, { referralLink: next });
  await expect.poll(async () => (await referralsOf(host)).map((one) => one.emailAddress)).toEqual([form.emailAddress]);
});

test('an earlier invitation counts for the agent who sent it', async () => {
  const [host, other] = [await newAgent(running), await newAgent(running)];
  const invited = await referred(running, other);
  const { emailAddress } = (await newAgent(running, { ...invited, referralLink: await ownLink(host) })).form;
  await expect
    .poll(() => referralsOf(other))
    .toContainEqual(expect.objectContaining({ emailAddress, registrationStatus: 'Completed' }));
  expect(await referralsOf(host)).toEqual([]);
});

test('the claim of an invitation that was never recorded hides no link', async () => {
  const host = await newAgent(running);
  const { emailAddress } = registrationForm();
  await claim(running.services.log, {
    kind: REFERRAL_CLAIM,
    text: comparableEmail(emailAddress),
    owner: referralStreamOf(randomUUID()),
    isOwnerRecorded: async () => false,
    context: { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' },
  });
  await newAgent(running, { emailAddress, referralLink: await ownLink(host) });
  await expect
    .poll(() => referralsOf(host), { timeout: 60_000 })
    .toContainEqual(expect.objectContaining({ emailAddress, registrationStatus: 'Completed' }));
});

test('an agent’s own contact details do not count, and a registered address is refused', async () => {
  const host = await newAgent(running);
  const link = await ownLink(host);
  await newAgent(running, { cellNumber: host.form.cellNumber, referralLink: link });
  const { form } = await newAgent(running, { referralLink: link });
  await expect.poll(async () => (await referralsOf(host)).map((one) => one.emailAddress)).toEqual([form.emailAddress]);
  const again = registrationForm({ emailAddress: host.form.emailAddress, referralLink: link });
  await request(running.app).post('/api/travel-agency/register').send(again).expect(409);
});

test('rejects the link of a suspended agent', async () => {
  const host = await newAgent(running);
  const link = await ownLink(host);
  await request(running.app)
    .post(`/api/admin/travel-agents/${host.id}/suspend`)
    .auth(await adminToken(running, ADMIN), { type: 'bearer' })
    .send({ reason: 'Under review' })
    .expect(200);
  await inviter(link).expect(404);
});
