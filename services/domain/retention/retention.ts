import { z } from 'zod';
import type { AgentDetails } from '../agent/details.ts';
import { RETAINED_KINDS, type RetainedKind } from '../agent/events.ts';
import { addDays, type Day, taxYearOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { type DataOf, type EventsOf, instant } from '../event-schema.ts';
import type { RewardsAccount } from '../rewards-account/state.ts';

/** Only those for certificates and the SARS file. */
const taxPerson = z.object({
  title: z.string(),
  initials: z.string(),
  firstName: z.string(),
  surname: z.string(),
  idNumber: z.string(),
  countryOfIssue: z.string(),
  taxCountry: z.string(),
  taxNumber: z.string(),
  physicalAddressLine1: z.string(),
  physicalAddressLine2: z.string(),
  physicalAddressLine3: z.string(),
  postalCode: z.string(),
});

/** Stream `retained-agent-{agentId}`: stored when an agent is erased, under a key that is destroyed after `until`. */
export const retentionEvents = {
  TaxRecordRetained: z.object({
    agentId: z.int().positive(),
    until: z.iso.date(),
    retainedAt: instant,
    personal: taxPerson.nullable(),
  }),
  /** The retention period is over: the key is destroyed. */
  TaxRecordDestroyed: z.object({ agentId: z.int().positive(), destroyedAt: instant }),
} as const;

type RetentionEvent = EventsOf<typeof retentionEvents>;
type TaxPerson = z.output<typeof taxPerson>;

/** Retention period of money events in years. */
export const RETENTION_YEARS = 7;

/** Seven years after the end of the tax year of `day`. */
export const keptUntil = (day: Day): Day => addDays(`${taxYearOf(day) + RETENTION_YEARS}-03-01`, -1);

/**
 * `until`: null where no payment was sent, or the period of the last one is over (K3). An opening balance counts as a
 * payment on its day.
 */
export function keptRecords(
  { rewards, covered, payouts, opening }: RewardsAccount,
  today: Day,
): { readonly kept: RetainedKind[]; readonly keptUntil: Day | null } {
  const sent = [...payouts.entries()].flatMap(([, payout]) => (payout.outcome === 'released' ? [] : [payout]));
  const wasPaidBefore = opening !== null && (opening.paidCents > 0 || opening.grossThisTaxYearCents > 0);
  const lastDay = [...sent.map(({ on }) => on), ...(wasPaidBefore ? [opening.asOf] : [])].sort().at(-1);
  const until = lastDay === undefined ? null : keptUntil(lastDay);
  const isOver = until === null || until < today;
  const has: Readonly<Record<RetainedKind, boolean>> = {
    rewards: rewards.size > 0 || covered.size > 0,
    payouts: !isOver && sent.length > 0,
    tax: !isOver && (wasPaidBefore || sent.some(({ outcome }) => outcome !== 'failed')),
  };
  return { kept: RETAINED_KINDS.filter((one) => has[one]), keptUntil: isOver ? null : until };
}

export const retainedStreamOf = (agentId: number): string => `retained-agent-${agentId}`;

export const taxPersonOf = (details: AgentDetails): TaxPerson => taxPerson.parse(details);

/** `person`: null when it was read without its key. */
type RetainedRecord =
  | { readonly status: 'none' }
  | { readonly status: 'retained'; readonly agentId: number; readonly until: Day; readonly person: TaxPerson | null }
  | { readonly status: 'destroyed' };

type RetentionCommand =
  /** `retainedAt`: the instant of the erasure. */
  | ({ readonly type: 'RetainTaxRecord'; readonly person: TaxPerson } & Omit<
      DataOf<RetentionEvent, 'TaxRecordRetained'>,
      'personal'
    >)
  | { readonly type: 'DestroyTaxRecord' };

/** Retained once, destroyed once its period is over (K3). */
export const retentionDecider: Decider<RetainedRecord, RetentionCommand, RetentionEvent> = {
  name: 'retained-agent',
  initial: { status: 'none' },
  decide(command, state, at) {
    if (command.type === 'RetainTaxRecord') {
      if (state.status !== 'none') return [];
      const { agentId, until, retainedAt, person: personal } = command;
      return [{ type: 'TaxRecordRetained', data: { agentId, until, retainedAt, personal } }];
    }
    if (state.status !== 'retained') return [];
    return [{ type: 'TaxRecordDestroyed', data: { agentId: state.agentId, destroyedAt: at } }];
  },
  evolve(state, event) {
    if (event.type === 'TaxRecordDestroyed') return { status: 'destroyed' };
    if (state.status !== 'none') return state;
    const { agentId, until, personal: person } = event.data;
    return { status: 'retained', agentId, until, person };
  },
};
