import { dayOf } from '@fynbos/domain/calendar.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { z } from 'zod';
import { approvedChange } from '../approvable/approved-change.ts';
import { once } from '../approvable/once.ts';
import { handle, load } from '../handle.ts';

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
export const takeOpeningBalance = approvedChange({
  permission: 'corrections:make',
  payload,
  personal: z.object({}),
  async execute({ log }, { payload: asked }, context) {
    const command = { type: 'TakeOpeningBalance', ...asked, today: dayOf(context.now) } as const;
    const taken = once<RewardsAccountEvent>(log, context, 'OpeningBalanceTaken');
    await handle(log, rewardsAccountDecider, accountStreamOf(asked.agentId), command, context, taken);
  },
  async compare({ log }, { payload: { agentId, earnedCents } }) {
    const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId));
    const { balanceCents } = state;
    return { before: { balanceCents }, after: { balanceCents: balanceCents + earnedCents } };
  },
});
