import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

const payload = z.object({
  agentId: z.int(),
  asOf: z.iso.date(),
  earnedCents: z.int(),
  paidCents: z.int(),
  grossThisTaxYearCents: z.int(),
  payeThisTaxYearCents: z.int(),
  treatment: z.object({ kind: z.string(), rate: z.number(), directiveNumber: z.string().exactOptional() }),
});

/** Takes an opening balance that one person may not import: above the limit, or negative (L14). */
export const recordOpeningBalance = approvedChange({
  permission: 'corrections:make',
  payload,
  async execute({ log }, { payload: opening }, context) {
    const command = { type: 'RecordOpeningBalance', ...opening } as const;
    await handleOnce(log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(opening.agentId),
      command,
      context,
    });
  },
  async compare({ log }, { payload: { agentId, earnedCents } }) {
    const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId));
    const { balanceCents } = state;
    return { before: { balanceCents }, after: { balanceCents: balanceCents + earnedCents } };
  },
});
