import { agentState } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { incentivesOfMonth } from '@fynbos/projections/incentives/queries.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { recipientOf, senderOf } from '../pdf/letter.ts';
import { pdfOf } from '../pdf/paper.ts';
import { statementCsv, statementPaper } from './incentive-statement.ts';

const query = z.object({
  month: z.string('month is required!').regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month must be like 2026-03.'),
});

const nameOf = (month: string): string =>
  new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const common = { who: 'agent', tag: 'Incentives', query, reads: [incentives.name] } as const;
const csv = route.get('/agent/statement.csv', {
  ...common,
  summary: 'Download a month as CSV',
  handle: async (call, { db }) => {
    const { month } = call.query;
    const rows = await incentivesOfMonth(db, agentOf(call.caller).agentId, month);
    return sendFile(call.response, `statement-${month}.csv`, statementCsv(rows));
  },
});

const pdf = route.get('/agent/statement.pdf', {
  ...common,
  summary: 'Download a month as PDF',
  handle: async (call, services) => {
    const { month } = call.query;
    const { agentId } = agentOf(call.caller);
    const [rows, agent] = await Promise.all([
      incentivesOfMonth(services.db, agentId, month),
      agentState({ log: services.log }, agentId),
    ]);
    const loyaltyTrackingNo = agent.loyaltyTrackingNo ?? '';
    const programme = services.config.programme.PROGRAMME_NAME;
    const document = statementPaper(
      {
        programme,
        sender: senderOf(services.config.programme),
        recipient: recipientOf(agent),
        loyaltyTrackingNo,
        period: nameOf(month),
        madeOn: dayOf(services.now()),
      },
      rows,
    );
    return sendFile(call.response, `statement-${month}.pdf`, pdfOf(document));
  },
});

/** An agent's month as a document: every decided reservation with its reason. */
export const statementRoutes: readonly Route[] = [csv, pdf];
