import { randomUUID } from 'node:crypto';
import { agentState } from '@fynbos/application/agents/load-agent.ts';
import {
  CORRECTION_REASONS,
  correctAccount,
  rewardAtRequest,
} from '@fynbos/application/approvals/changes/account-correction.ts';
import { loadPayoutLimits } from '@fynbos/application/payouts/payout-limits.ts';
import { loadAccount } from '@fynbos/application/rewards/accounts.ts';
import { HOME, isHome } from '@fynbos/domain/country/countries.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';

const correction = z.object({
  agentId: z.int('The agent is missing.').positive(),
  reason: z.enum(CORRECTION_REASONS, 'The reason is Fraud, Error or Other.'),
  text: requiredText('Say what is corrected and why.'),
  /** Negative for a deduction. */
  grossCents: z
    .int('The gross amount is a whole number of cents.')
    .refine((cents) => cents !== 0, 'The gross amount must not be zero.')
    .refine((cents) => Math.abs(cents) <= MAX_CENTS, `The gross amount must be at most ${formatRand(MAX_CENTS)}.`),
  /** By default the rate of the corrected payment, otherwise the rate of the agent's current treatment. */
  payeRate: z.number().min(0).max(1).nullable().default(null),
  reservationNo: z.string().max(64).nullable().default(null),
});

const make = route.post('/admin/corrections', {
  who: { admin: 'corrections:make' },
  summary: 'Correct an account by an entry. Needs approval',
  body: correction,
  ...pendingApproval,
  handle: async (call, services) => {
    const { reason: code, ...correction } = call.body;
    const { agentId, text, grossCents } = correction;
    const agent = await agentState(services, agentId);
    if (agent.status === 'none') throw new DomainError('not-found', 'agent.unknown', 'Agent not found.');
    const limits = await loadPayoutLimits(services.log, services.config.programme.PAYMENT_LIMIT);
    const limit = isHome(agent.bank?.bankCountry ?? HOME) ? limits.eftItemCents : limits.crossBorderItemCents;
    if (Math.abs(grossCents) > limit) {
      const message = `The gross amount must be at most ${formatRand(limit)}, the limit of one payment.`;
      throw fieldError('rewards-account.amounts', 'grossCents', message);
    }
    const reward = rewardAtRequest(await loadAccount(services.log, agentId), correction.reservationNo);
    const payload = { ...correction, code, adjustmentId: randomUUID(), reward };
    // Refuses now, and not at the approval, what the account refuses.
    await correctAccount.compare?.(services, { payload, personal: {} });
    return respondPendingApproval(services, call, {
      reason: text,
      kind: 'account.correction',
      subject: `travel-agents/${agentId}`,
      summary: `Correct the account of agent ${agentId} by ${formatRand(grossCents)} gross: ${code}`,
      fields: ['grossCents'],
      payload,
    });
  },
});
/** Corrections of an account: entries with a coded reason and an approval. Paid amounts are never edited (L4, L8). */
export const correctionRoutes = tagged('Corrections', [make]);
