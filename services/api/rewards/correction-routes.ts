import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { loadTreatments } from '@fynbos/application/rentals/treatments.ts';
import { loadPolicy } from '@fynbos/application/reward-policy/current-policy.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { MAX_CENTS, randText } from '@fynbos/domain/money.ts';
import { termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { approvalKind } from '../approvals/kinds.ts';
import { once } from '../approvals/once.ts';
import { withSecondPerson } from '../approvals/with-second-person.ts';
import { needed } from '../http/fields.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const REASONS = ['Fraud', 'Error', 'Other'] as const;
const correction = z.object({
  agentId: z.int('The agent is missing.').positive(),
  reason: z.enum(REASONS, 'The reason is Fraud, Error or Other.'),
  text: needed('Say what is corrected and why.'),
  /** Below zero takes back. */
  grossCents: z
    .int('The gross amount is a whole number of cents.')
    .refine((cents) => cents !== 0, 'The gross amount must not be zero.')
    .refine((cents) => Math.abs(cents) <= MAX_CENTS, 'The gross amount must be at most R999999999.99.'),
  /** Without one: that of the payment which is corrected, otherwise what the agent's treatment takes today. */
  payeRate: z.number().min(0).max(1).nullable().default(null),
  reservationNo: z.string().max(64).nullable().default(null),
});

/** As requested. The request's own `reason` is its text, so the coded one has a name of its own. */
type Payload = Omit<z.output<typeof correction>, 'reason'> & {
  readonly code?: (typeof REASONS)[number];
  readonly adjustmentId: string;
};

/** What an agent's treatment takes on a day. */
async function treatmentRateOn(log: EventLog, agentId: number, today: string): Promise<number> {
  const stream = `agent-${agentId}`;
  const [treatments, policy] = await Promise.all([loadTreatments(log, [stream]), loadPolicy(log)]);
  return treatmentUsedOn(treatments.get(stream) ?? [], today, termsOn(policy, today).payeRate).rate;
}

/** The command of a request, as of an instant. */
async function commandOf(log: EventLog, payload: object, now: Date) {
  const { agentId, adjustmentId, code, text, grossCents, payeRate, reservationNo } = payload as unknown as Payload;
  const today = dayOf(now);
  return {
    type: 'AdjustAccount',
    agentId,
    adjustmentId,
    // Requests of releases that mixed up the two are carried out under the reason that says so.
    reason: code ?? 'Other',
    text,
    reservationNo,
    grossCents,
    payeRate,
    treatmentRate: await treatmentRateOn(log, agentId, today),
    today,
  } as const;
}

const kind = approvalKind({
  kind: 'account.correction',
  permission: 'corrections:make',
  execute: async ({ log }, payload, _personal, context) => {
    const { agentId } = payload as unknown as Payload;
    const command = await commandOf(log, payload, context.now);
    const adjusted = once<RewardsAccountEvent>(log, context, 'AccountAdjusted');
    return (await handle(log, rewardsAccountDecider, accountStreamOf(agentId), command, context, adjusted)).position;
  },
  change: async ({ log, now }, payload) => {
    const { agentId } = payload as unknown as Payload;
    const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId), { personal: false });
    const events = rewardsAccountDecider.decide(await commandOf(log, payload, now()), state);
    const after = fold(rewardsAccountDecider, state, events);
    return { before: { balanceCents: state.balanceCents }, after: { balanceCents: after.balanceCents } };
  },
});

/** Corrections of an account: entries with a coded reason and a second person, never an edit of what was paid. */
export function correctionRoutes(services: Services): Route[] {
  const make = route({
    method: 'post',
    paths: ['/admin/corrections'],
    secondPerson: true,
    who: { admin: 'corrections:make' },
    summary: 'Correct an account by an entry: waits for a second person',
    tag: 'Corrections',
    status: 202,
    body: correction,
    handle: async (call) => {
      const { reason: code, ...asked } = call.body;
      const { agentId, text, grossCents } = asked;
      const agent = await services.log.readStream(`agent-${agentId}`);
      if (agent.events.length === 0) throw new DomainError('not-found', 'agent.unknown', 'There is no such agent.');
      const adjustmentId = randomUUID();
      return withSecondPerson(services, call as Call, kind, {
        subject: `travel-agents/${agentId}`,
        summary: `Correct the account of agent ${agentId} by ${randText(grossCents)} gross: ${code}`,
        fields: ['grossCents'],
        payload: { ...asked, code, adjustmentId },
        reason: text,
      });
    },
  });
  return [make];
}
