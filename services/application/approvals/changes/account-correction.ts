import { isDeepStrictEqual } from 'node:util';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { loadTreatments } from '../../rentals/treatments.ts';
import { loadPolicy } from '../../reward-policy/current-policy.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

export const CORRECTION_REASONS = ['Fraud', 'Error', 'Other'] as const;

/** A negative `grossCents` reduces the balance. `code` is the coded reason, `text` that of the request. */
const payload = z.object({
  agentId: z.int(),
  adjustmentId: z.string(),
  /** Requests of the first releases have no code. */
  code: z.enum(CORRECTION_REASONS).default('Other'),
  text: z.string(),
  reservationNo: z.string().nullable().default(null),
  grossCents: z.int(),
  payeRate: z.number().nullable().default(null),
  /** The reward at the request; null without one. Requests of earlier releases have none. */
  reward: z.object({ grossCents: z.int(), isPaid: z.boolean() }).nullable().optional(),
});

/** What both people saw of the corrected reward: its amount, and whether its PAYE is final. */
export function rewardAtRequest({ rewards }: RewardsAccount, reservationNo: string | null) {
  const reward = rewards.get(reservationNo ?? '');
  return reward ? { grossCents: reward.grossCents, isPaid: reward.status === 'Paid' } : null;
}

/** The PAYE rate of an agent's tax treatment on a day. */
async function treatmentRateOn(log: EventLog, agentId: number, today: string): Promise<number> {
  const stream = agentStreamOf(agentId);
  const [treatments, policy] = await Promise.all([loadTreatments(log, [stream]), loadPolicy(log)]);
  return treatmentUsedOn(treatments.get(stream) ?? [], today, termsOn(policy, today).payeRate).rate;
}

async function commandOf(log: EventLog, { code, reward: _, ...correction }: z.output<typeof payload>, now: Date) {
  const today = dayOf(now);
  const treatmentRate = await treatmentRateOn(log, correction.agentId, today);
  return { type: 'AdjustAccount', ...correction, reason: code, treatmentRate } as const;
}

/**
 * Needs a coded reason (L8). Refused if the reward changed since the request: a later decision replaces corrections
 * (L9).
 */
export const correctAccount = approvedChange({
  permission: 'corrections:make',
  payload,
  async execute({ log }, { payload: correction }, context) {
    const adjustment = await commandOf(log, correction, context.now);
    const command = (state: RewardsAccount) => {
      const { reservationNo, reward } = correction;
      if (reward !== undefined && !isDeepStrictEqual(reward, rewardAtRequest(state, reservationNo)))
        throw new DomainError(
          'conflict',
          'rewards-account.changed',
          'The reward changed since the request. Check it, and request the correction again.',
        );
      return adjustment;
    };
    await handleOnce(log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(correction.agentId),
      command,
      context,
    });
  },
  async compare({ log, now }, { payload: correction }) {
    const { state } = await load(log, rewardsAccountDecider, accountStreamOf(correction.agentId));
    const at = now();
    const events = rewardsAccountDecider.decide(await commandOf(log, correction, at), state, at.toISOString());
    const after = fold(rewardsAccountDecider, state, events);
    return { before: { balanceCents: state.balanceCents }, after: { balanceCents: after.balanceCents } };
  },
});
