import type { DemoAgent } from '../data/agents.ts';
import type { DemoChange } from '../data/changes.ts';
import { cellOf } from '../people.ts';
import type { Act, Step, Tools } from '../step.ts';
import { later, timeOf } from './times.ts';

type Doing<Kind extends DemoChange['kind']> = {
  readonly tools: Tools;
  readonly agent: DemoAgent;
  readonly change: Extract<DemoChange, { kind: Kind }>;
  readonly at: Date;
};

/** Requests and enters a code, so that the following change is allowed. */
async function proveIt({ tools, agent, at }: Omit<Doing<never>, 'change'>, purpose: string): Promise<string> {
  const { client, people } = tools;
  const token = await people.session(agent, later(at, -6));
  const before = await people.codes(agent);
  await client.call('POST', '/api/travel-agency/step-up', { at: later(at, -3), token, body: { purpose } });
  const { emailAddress, communicationMethod } = agent.form;
  const otp = await people.codeBeyond(before, agent);
  const body = { email: emailAddress, phoneNumber: cellOf(agent.form), communicationMethod, otp };
  await client.call('POST', '/api/travel-agency/verify-otp', { at: later(at, -2), token, body });
  return token;
}

async function changeDetails(doing: Doing<'details'>): Promise<void> {
  const { tools, agent, change, at } = doing;
  const { client, people } = tools;
  const id = await people.idOf(agent);
  if (change.by === 'self') {
    const token = await proveIt(doing, 'personal');
    const body = { ID: id, idNumber: agent.form.idNumber, employerConsent: 'Y', ...change.fields };
    await client.call('POST', '/api/travel-agency/update', { at, token, body });
    return;
  }
  const token = await people.admin();
  await client.call('POST', '/api/admin/update', { at, token, body: { id, ...change.fields } });
}

async function changeBank(doing: Doing<'bank'>): Promise<void> {
  const { tools, agent, change, at } = doing;
  const { client, people } = tools;
  const id = await people.idOf(agent);
  if (change.by === 'self') {
    const token = await proveIt(doing, 'banking');
    await client.call('PUT', `/api/TravelAgency/banking-details/${id}`, { at, token, body: change.fields });
    return;
  }
  if (!people.hasSecond) return;
  const body = { id, ...change.fields };
  const { approvalId } = await client.call<{ approvalId?: string }>('POST', '/api/admin/update', {
    at,
    token: await people.admin(0),
    body,
  });
  if (change.second === null || approvalId === undefined) return;
  const reason =
    change.second === 'approve'
      ? 'Checked against the bank’s confirmation letter.'
      : 'The letter is not in the agent’s name.';
  await client.call('POST', `/api/admin/approvals/${approvalId}/${change.second}`, {
    at: later(at, 95),
    token: await people.admin(1),
    body: { reason },
  });
}

async function suspendOrReinstate({ tools, agent, change, at }: Doing<'suspend' | 'reinstate'>): Promise<void> {
  const { client, people } = tools;
  const path = `/api/admin/travel-agents/${await people.idOf(agent)}/${change.kind}`;
  await client.call('POST', path, { at, token: await people.admin(), body: { reason: change.reason } });
}

function perform(tools: Tools, agent: DemoAgent, change: DemoChange, at: Date): Promise<void> {
  switch (change.kind) {
    case 'details':
      return changeDetails({ tools, agent, change, at });
    case 'bank':
      return changeBank({ tools, agent, change, at });
    case 'suspend':
    case 'reinstate':
      return suspendOrReinstate({ tools, agent, change, at });
  }
}

/** Changes of agents: by an administrator, with approval, and by agents with a code. */
export const changes: Step = ({ agents, changes: all }) =>
  all.map((change, index): Act => {
    const agent = agents.find(({ key }) => key === change.agent) as DemoAgent;
    const at = timeOf(change.on, 10 + (index % 5), index * 283);
    return {
      key: `change ${change.key}`,
      at,
      about: [agent.key],
      perform: (tools) => perform(tools, agent, change, at),
    };
  });
