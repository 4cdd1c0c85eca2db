import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { handle } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { Consent } from '@fynbos/domain/agent/events.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { OWN_DATA_READS, ownData } from './own-data.ts';
import { ownDataPdf } from './own-data-pdf.ts';
import { ownHistory } from './own-history.ts';

const tag = 'Privacy';
const yesNo = z.enum(['Y', 'N'], 'Y or N.');
const choices = z.object({
  marketing: z.boolean(),
  employerConsent: yesNo,
  popiConsent: yesNo,
  notices: z.enum(['E', 'C'], 'E or C.'),
});
type Choices = z.output<typeof choices>;

/**
 * Returns the channel for notices that are not about security: the chosen one, otherwise the channel of one-time codes.
 */
const noticesOf = ({ notifications: { byEmail, bySms }, details }: AgentState): 'E' | 'C' => {
  if (byEmail && bySms) return details?.communicationMethod ?? 'C';
  return byEmail ? 'E' : 'C';
};

const choicesOf = (state: AgentState): Choices => ({
  marketing: state.consents.marketing,
  employerConsent: state.consents.employer ? 'Y' : 'N',
  popiConsent: state.consents.terms ? 'Y' : 'N',
  notices: noticesOf(state),
});

/** Runs commands in sequence. Returns the last position. */
async function run(
  { log }: Services,
  agentId: number,
  commands: readonly AgentCommand[],
  context: CommandContext,
): Promise<Position | undefined> {
  let last: Position | undefined;
  for (const command of commands)
    last = (await handle(log, agentDecider, agentStream(agentId), command, context)).position ?? last;
  return last;
}

/**
 * The privacy policy is part of the terms (specification, section 1), so consent to processing is consent to the terms.
 */
async function choose(services: Services, { body, caller, context }: Call<Choices>): Promise<Answer> {
  const { agentId } = agentOf(caller);
  const at = context.now.toISOString();
  const consent = (which: Consent, given: boolean): AgentCommand => ({
    type: given ? 'GiveConsent' : 'WithdrawConsent',
    at,
    consent: which,
  });
  const commands: AgentCommand[] = [
    consent('marketing', body.marketing),
    consent('employer', body.employerConsent === 'Y'),
    consent('terms', body.popiConsent === 'Y'),
  ];
  if (noticesOf(await loadAgent(services, agentId)) !== body.notices) {
    commands.push({ type: 'ChooseNotifications', at, byEmail: body.notices === 'E', bySms: body.notices === 'C' });
  }
  const position = await run(services, agentId, commands, context);
  return { body: { message: 'Your choices were saved.' }, ...(position ? { position } : {}) };
}

/** Records an event: an export disclosed full numbers (X6). */
async function exported(services: Services, { caller, context }: Call) {
  const { agentId } = agentOf(caller);
  const data = await ownData(services, agentId);
  const command = {
    type: 'RecordNumbersViewed',
    at: context.now.toISOString(),
    fields: ['idNumber', 'taxNumber', 'bankAccountNumber'],
    how: 'exported',
  } as const;
  const position = await run(services, agentId, [command], context);
  return { data, position };
}

const attachment = (ending: string) => ({ 'Content-Disposition': `attachment; filename="my-data.${ending}"` });

/** An agent's own history, data, consents and requests. */
export const privacyRoutes = (services: Services): Route[] => [
  route({
    method: 'get',
    paths: ['/agent/history'],
    who: 'agent',
    tag,
    summary: "What happened to one's own account, the newest first.",
    answer: z.array(
      z.object({
        at: z.iso.datetime(),
        what: z.string(),
        fields: z.array(z.string()),
        by: z.string(),
        address: z.string(),
      }),
    ),
    handle: async ({ caller }) => ({ body: await ownHistory(services.log, agentOf(caller).agentId) }),
  }),
  route({
    method: 'get',
    paths: ['/agent/choices'],
    who: 'agent',
    tag,
    summary: 'Consents, and how notices come.',
    answer: choices,
    handle: async ({ caller }) => ({ body: choicesOf(await loadAgent(services, agentOf(caller).agentId)) }),
  }),
  route({
    method: 'put',
    paths: ['/agent/choices'],
    who: 'agent',
    tag,
    summary: 'Give or withdraw consents, and choose how notices come. Without consent nothing is paid.',
    body: choices,
    answer: z.object({ message: z.string() }),
    handle: (call) => choose(services, call),
  }),
  route({
    method: 'post',
    paths: ['/agent/requests'],
    who: 'agent',
    tag,
    summary: 'Ask for a correction or for deletion.',
    status: 201,
    body: z.object({
      kind: z.enum(['correction', 'deletion'], 'correction or deletion.'),
      details: needed('Details are required!', 4_000),
    }),
    answer: z.object({ message: z.string() }),
    handle: async ({ body: { kind, details }, caller, context }) => {
      const type = kind === 'correction' ? 'RequestCorrection' : 'RequestDeletion';
      const command = { type, at: context.now.toISOString(), requestId: randomUUID(), request: details } as const;
      const position = await run(services, agentOf(caller).agentId, [command], context);
      return { body: { message: 'Your request was received.' }, ...(position ? { position } : {}) };
    },
  }),
  route({
    method: 'get',
    paths: ['/agent/export.json'],
    who: 'agent',
    tag,
    summary: "Everything held about one's own person, as JSON.",
    reads: OWN_DATA_READS,
    answer: z.looseObject({ exportedAt: z.iso.datetime() }),
    handle: async (call) => {
      const { data, position } = await exported(services, call);
      return { body: data, headers: attachment('json'), ...(position ? { position } : {}) };
    },
  }),
  route({
    method: 'get',
    paths: ['/agent/export.pdf'],
    who: 'agent',
    tag,
    summary: "Everything held about one's own person, as a document.",
    reads: OWN_DATA_READS,
    handle: async (call) => {
      const { data } = await exported(services, call);
      call.response.set({ ...attachment('pdf'), 'Cache-Control': 'no-store' }).type('application/pdf');
      await pipeline(ownDataPdf(data, services.config.programme.PROGRAMME_NAME), call.response);
      return undefined;
    },
  }),
];
