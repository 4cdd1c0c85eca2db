import { Refused } from '../client.ts';
import type { DemoAgent } from '../data/agents.ts';
import { cellOf, DEMO_PASSWORD } from '../people.ts';
import type { Act, Step, Tools } from '../step.ts';
import { later, timeOf } from './times.ts';

const formOf = ({ form }: DemoAgent) => ({
  ...form,
  cellNumber: cellOf(form),
  termsAndConditions: 'Y',
  employerConsent: 'Y',
});

/** Creates an agent and stores the id. Returns false if an interrupted load already created it. */
async function make(
  { client, marker }: Tools,
  agent: DemoAgent,
  path: string,
  at: Date,
  body: object,
  token?: string,
): Promise<boolean> {
  try {
    const { id } = await client.call<{ id: number }>('POST', path, { at, body, ...(token ? { token } : {}) });
    await marker.keep(`agent ${agent.key}`, id);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === 409) return false;
    throw error;
  }
}

/** Enters the newest code after those of `before`, which completes a registration. */
async function enterCode(tools: Tools, agent: DemoAgent, before: readonly string[], at: Date): Promise<void> {
  const { emailAddress, communicationMethod } = agent.form;
  const otp = await tools.people.codeBeyond(before, agent);
  const body = { email: emailAddress, phoneNumber: cellOf(agent.form), communicationMethod, otp };
  await tools.client.call('POST', '/api/travel-agency/verify-otp', { at, body });
}

/** Completes the registration of an interrupted load. */
async function goOn(tools: Tools, agent: DemoAgent, at: Date): Promise<void> {
  const { client, people } = tools;
  if (await people.isActive(agent)) return;
  const { emailAddress: email, communicationMethod } = agent.form;
  const before = await people.codes(agent);
  const body = { email, cellNumber: cellOf(agent.form), communicationMethod };
  await client.call('POST', '/api/travel-agency/resend-otp', { at: later(at, 2), body });
  await enterCode(tools, agent, before, later(at, 3));
}

/** Registers a person in the portal; all but waiting ones enter the code minutes later. */
async function register(tools: Tools, agent: DemoAgent, at: Date): Promise<void> {
  const { client, people, data } = tools;
  const { emailAddress } = agent.form;
  const before = await people.codes(agent);
  const secret = { password: DEMO_PASSWORD, confirmPassword: DEMO_PASSWORD };
  const isNew = await make(tools, agent, '/api/travel-agency/register', at, { ...formOf(agent), ...secret });
  if (data.referrals.some(({ becomes }) => becomes === agent.key))
    await client.call('POST', '/api/referral/complete-registration', { at: later(at, 1), body: { emailAddress } });
  if (agent.how === 'waiting') return;
  if (isNew) await enterCode(tools, agent, before, later(at, 3));
  else await goOn(tools, agent, at);
}

async function addByAdmin(tools: Tools, agent: DemoAgent, at: Date): Promise<void> {
  const isNew = await make(tools, agent, '/api/admin/add-agent', at, formOf(agent), await tools.people.admin());
  if (!isNew) await goOn(tools, agent, at);
}

/** Agents who join during the year: registered or added by an administrator. */
export const joining: Step = ({ agents }) =>
  agents
    .filter(({ how }) => how === 'registered' || how === 'waiting' || how === 'added')
    .map((agent, index): Act => {
      const at = timeOf(agent.joinedOn, 8 + (index % 9), index * 211);
      const perform = agent.how === 'added' ? addByAdmin : register;
      return { key: `join ${agent.key}`, at, about: [agent.key], perform: (tools) => perform(tools, agent, at) };
    });
