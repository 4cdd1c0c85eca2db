import { handle } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { recordAct } from '../audit/acted.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { answeringStale, neededVersion } from '../lists/version.ts';
import { changeAgent, changeAgentBank } from './agent-changes.ts';
import { agentRecord } from './agents.ts';

const tag = 'Travel agents';
const reasoned = z.object({ reason: needed('A reason is required!', 500) });

/** Changing agents: details at once, bank and contact with a second person, suspend, reinstate, unlock. */
export function agentChangeRoutes(services: Services): Route[] {
  const { log } = services;
  const edit = route({
    method: 'put',
    paths: ['/admin/travel-agents/{id}'],
    ifMatch: 'needed',
    secondPerson: true,
    who: { admin: 'agents:change' },
    summary: 'Change fields of an agent; e-mail address and cell number wait for a second person',
    tag,
    body: z.record(z.string(), z.unknown()),
    handle: (call) =>
      answeringStale(call, () => changeAgent(services, call, call.params.id as string, neededVersion(call.request))),
  });

  const bank = route({
    method: 'put',
    paths: ['/admin/travel-agents/{id}/bank'],
    ifMatch: 'needed',
    secondPerson: true,
    who: { admin: 'agents:change-bank-or-contact' },
    summary: "Change an agent's bank details: waits for a second person",
    tag,
    body: z.record(z.string(), z.unknown()),
    handle: (call) =>
      answeringStale(call, () =>
        changeAgentBank(services, call, call.params.id as string, neededVersion(call.request)),
      ),
  });

  const withReason = (type: 'Suspend' | 'Reinstate', summary: string): Route =>
    route({
      method: 'post',
      paths: [`/admin/travel-agents/{id}/${type.toLowerCase()}`],
      who: { admin: 'agents:suspend' },
      summary,
      tag,
      body: reasoned,
      handle: async ({ body: { reason }, params, context }) => {
        const id = params.id as string;
        const command = { type, at: context.now.toISOString(), reason } as const;
        const { position } = await handle(log, agentDecider, agentStream(id), command, { ...context, reason });
        if (type === 'Suspend') await services.auth.sessions.endOthers(agentStream(id), null);
        return { body: await agentRecord(services, id), position: position ?? null };
      },
    });

  const unlock = route({
    method: 'post',
    paths: ['/admin/travel-agents/{id}/unlock'],
    who: { admin: 'agents:unlock' },
    summary: 'Let an agent change the password again after two wrong old ones',
    tag,
    handle: async ({ params, context }) => {
      const id = params.id as string;
      const { position } = await handle(
        log,
        agentDecider,
        agentStream(id),
        { type: 'Unlock', at: context.now.toISOString() },
        context,
      );
      return { body: await agentRecord(services, id), position: position ?? null };
    },
  });

  const consent = route({
    method: 'post',
    paths: ['/admin/travel-agents/{id}/employer-consent'],
    who: { admin: 'agents:change' },
    summary: "Record that the agent's employer consents, or no longer does: without it nothing is paid",
    tag,
    body: reasoned.extend({ given: z.boolean('Given or not given.') }),
    handle: async ({ body: { given, reason }, params, context }) => {
      const id = params.id as string;
      const type = given ? 'GiveConsent' : 'WithdrawConsent';
      const command = { type, at: context.now.toISOString(), consent: 'employer' } as const;
      const { position } = await handle(log, agentDecider, agentStream(id), command, { ...context, reason });
      return { body: await agentRecord(services, id), position: position ?? null };
    },
  });

  const sessions = route({
    method: 'get',
    paths: ['/admin/travel-agents/{id}/sessions'],
    who: { admin: 'agents:change' },
    summary: "An agent's live sessions",
    tag,
    handle: async ({ params }) => ({ body: await services.auth.sessions.list(agentStream(params.id as string)) }),
  });

  const endSession = route({
    method: 'delete',
    paths: ['/admin/travel-agents/{id}/sessions/{sessionId}'],
    who: { admin: 'agents:change' },
    summary: "End one of an agent's sessions",
    tag,
    status: 204,
    handle: async (call) => {
      const { id, sessionId } = call.params as { id: string; sessionId: string };
      const live = await services.auth.sessions.list(agentStream(id));
      if (!live.some((session) => session.sessionId === sessionId))
        throw new DomainError('not-found', 'session.unknown', 'There is no such session.');
      const on = `travel-agents/${id}/sessions/${sessionId}`;
      const position = await recordAct(services, call, { act: 'end-session', on });
      await services.auth.sessions.end(agentStream(id), sessionId);
      return { position };
    },
  });

  return [
    bank,
    edit,
    withReason('Suspend', 'Suspend an agent, with a reason; their sessions end'),
    withReason('Reinstate', 'Reinstate a suspended agent, with a reason'),
    unlock,
    consent,
    sessions,
    endSession,
  ];
}
