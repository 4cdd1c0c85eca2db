import { sarsRules } from '@fynbos/application/tax/sars-file.ts';
import { checkSarsRule, sarsRuleEvents } from '@fynbos/domain/tax/sars-rules.ts';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sarsRulesAnswer } from './answers.ts';

/** The rules of the file for SARS, and their changes with approval. */
export const sarsRuleRoutes = tagged('Tax', [
  route.get('/admin/sars-rules', {
    who: { admin: 'reports:see' },
    summary: 'List the rules of the file for SARS by code, with the document that states each',
    answer: sarsRulesAnswer,
    handle: async (_call, { log }) => ({ body: await sarsRules(log) }),
  }),
  route.post('/admin/sars-rules', {
    who: { admin: 'tax:change' },
    summary: 'Change or add a rule of the file for SARS. Needs approval',
    body: sarsRuleEvents.SarsRuleSet.extend({ reason: reasonField('Say why the rule changes.') }),
    ...pendingApproval,
    handle: async (call, services) => {
      const { reason, ...change } = call.body;
      // Reject an invalid rule now, not at the approval.
      checkSarsRule(change);
      return respondPendingApproval(services, call, {
        reason,
        kind: 'sars-rules.change',
        subject: 'sars-rules/1',
        summary: `Change the rule for field ${change.code} of the file for SARS`,
        fields: ['pattern'],
        payload: change,
      });
    },
  }),
]);
