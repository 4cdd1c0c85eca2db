import { recordNumbersViewed } from '@fynbos/application/agents/manage-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { OWN_RECORD_MODELS } from '@fynbos/application/privacy/own-records.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { ownDataAnswer } from './answers.ts';
import { ownData } from './own-data.ts';
import { ownDataPdf } from './own-data-pdf.ts';

/** Records an event: an export disclosed full numbers (X6). */
async function exported(services: Services, { caller, context }: Call) {
  const { agentId } = agentOf(caller);
  const data = await ownData(services, agentId);
  const fields = ['idNumber', 'taxNumber', 'bankAccountNumber'] as const;
  const { position } = await recordNumbersViewed(services, agentId, { fields, how: 'exported' }, context);
  return { data, position };
}

/** Exports of all data stored about an agent, for the agent. */
export const ownDataRoutes = tagged('Privacy', [
  route.get('/agent/export.json', {
    who: 'agent',
    summary: 'Download all data stored about you as JSON',
    reads: OWN_RECORD_MODELS,
    answer: ownDataAnswer,
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
    summary: 'Download all data stored about you as PDF',
    reads: OWN_RECORD_MODELS,
    handle: async (call, services) => {
      const { data } = await exported(services, call);
      return sendFile(call.response, 'my-data.pdf', ownDataPdf(data, services.config.programme));
    },
  }),
]);
