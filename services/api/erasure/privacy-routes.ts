import { agentHistory, loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { choosePrivacy, requestOfAgent } from '@fynbos/application/agents/privacy-choices.ts';
import { recordNumbersViewed } from '@fynbos/application/agents/view-full-numbers.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { noticeChannel } from '@fynbos/domain/agent/notifications.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { type Choices, choicesAnswer, historyAnswer } from './answers.ts';
import { OWN_DATA_READS, ownData } from './own-data.ts';
import { ownDataPdf } from './own-data-pdf.ts';
import { ownHistory } from './own-history.ts';

const tag = 'Privacy';

const choicesOf = (state: AgentState): Choices => ({
  marketing: state.consents.marketing,
  employerConsent: state.consents.employer ? 'Y' : 'N',
  popiConsent: state.consents.terms ? 'Y' : 'N',
  notices: noticeChannel(state),
});

async function choose(services: Services, { body, caller, context }: Call<Choices>): Promise<Answer> {
  const consents = {
    marketing: body.marketing,
    employer: body.employerConsent === 'Y',
    terms: body.popiConsent === 'Y',
  };
  const choices = { consents, notices: body.notices };
  const position = await choosePrivacy(services, agentOf(caller).agentId, choices, context);
  return { body: { message: 'Your choices were saved.' }, position };
}

/** Records an event: an export disclosed full numbers (X6). */
async function exported(services: Services, { caller, context }: Call) {
  const { agentId } = agentOf(caller);
  const data = await ownData(services, agentId);
  const fields = ['idNumber', 'taxNumber', 'bankAccountNumber'] as const;
  const { position } = await recordNumbersViewed(services, agentId, fields, 'exported', context);
  return { data, position };
}

const historyOf = async ({ log }: Services, agentId: number) =>
  ownHistory(log.codec, (await agentHistory({ log }, agentId)).events);

/** An agent's own history, data, consents and requests. */
export const privacyRoutes: readonly Route[] = [
  route.get('/agent/history', {
    who: 'agent',
    tag,
    summary: 'List the history of your account, newest first',
    answer: z.array(historyAnswer),
    handle: async ({ caller }, services) => ({ body: await historyOf(services, agentOf(caller).agentId) }),
  }),
  route.get('/agent/choices', {
    who: 'agent',
    tag,
    summary: 'Show your consents and the channel of notices',
    answer: choicesAnswer,
    handle: async ({ caller }, services) => ({ body: choicesOf(await loadAgent(services, agentOf(caller).agentId)) }),
  }),
  route.put('/agent/choices', {
    who: 'agent',
    tag,
    summary: 'Give or withdraw consents, and choose the channel of notices. Without consent nothing is paid',
    body: choicesAnswer,
    answer: z.object({ message: z.string() }),
    handle: (call, services) => choose(services, call),
  }),
  route.post('/agent/requests', {
    who: 'agent',
    tag,
    summary: 'Ask for a correction or for deletion',
    status: 201,
    body: z.object({
      kind: z.enum(['correction', 'deletion'], 'correction or deletion.'),
      details: needed('Details are required!', 4_000),
    }),
    answer: z.object({ message: z.string() }),
    handle: async ({ body: { kind, details }, caller, context }, services) => {
      const position = await requestOfAgent(services, agentOf(caller).agentId, kind, details, context);
      return { body: { message: 'Your request was received.' }, position };
    },
  }),
  route.get('/agent/export.json', {
    who: 'agent',
    tag,
    summary: 'Download all data stored about you as JSON',
    reads: OWN_DATA_READS,
    answer: z.looseObject({ exportedAt: z.iso.datetime() }),
    handle: async (call, services) => {
      const { data, position } = await exported(services, call);
      return {
        body: data,
        headers: { 'Content-Disposition': 'attachment; filename="my-data.json"' },
        ...(position ? { position } : {}),
      };
    },
  }),
  route.get('/agent/export.pdf', {
    who: 'agent',
    tag,
    summary: 'Download all data stored about you as PDF',
    reads: OWN_DATA_READS,
    handle: async (call, services) => {
      const { data } = await exported(services, call);
      return sendFile(call.response, 'my-data.pdf', ownDataPdf(data, services.config.programme));
    },
  }),
];
