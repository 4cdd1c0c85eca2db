import { checkSarsRule, sarsRules } from '@fynbos/application/tax/sars-rules.ts';
import { sarsRuleEvents } from '@fynbos/domain/tax/sars-rule-events.ts';
import { leaveForApproval, waitingAnswer } from '../approvals/waiting.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import { sarsRulesAnswer } from './answers.ts';

const tag = 'Tax';

/** The rules of the file for SARS, and their changes with approval. */
export const sarsRuleRoutes: readonly Route[] = [
  route.get('/admin/sars-rules', {
    who: { admin: 'reports:see' },
    summary: 'List the rules of the file for SARS by code, with the document that states each',
    tag,
    answer: sarsRulesAnswer,
    handle: async (_call, { log }) => ({ body: await sarsRules(log) }),
  }),
  route.post('/admin/sars-rules', {
    needsApproval: true,
    who: { admin: 'tax:change' },
    summary: 'Change or add a rule of the file for SARS. Needs approval',
    tag,
    status: 202,
    body: sarsRuleEvents.SarsRuleSet.extend({ reason: needed('Say why the rule changes.') }),
    answer: waitingAnswer,
    handle: async (call, services) => {
      const { reason, ...change } = call.body;
      await checkSarsRule(services.log, change);
      return leaveForApproval(services, call, {
        reason,
        kind: 'sars-rules.change',
        subject: 'sars-rules/1',
        summary: `Change the rule for field ${change.code} of the file for SARS`,
        fields: ['pattern'],
        payload: { ...change, reason },
      });
    },
  }),
];
