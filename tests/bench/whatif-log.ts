import { randomUUID } from 'node:crypto';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { knownPromotion } from '@fynbos/domain/promotion/state.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { nextDecision, rentalDecider } from '@fynbos/domain/rental/rental.ts';
import {
  INITIAL_TERMS,
  REWARD_POLICY_STREAM,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import { rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventStore, StoredEvent } from '@fynbos/event-store/port.ts';
import { batchAppender } from './batch-appender.ts';

const AGENTS = 5_000;
const PROMOTIONS = 40;
const BATCH = 1_000;
const FIRST_DAY = '2025-03-01';

type Fact = { readonly type: string; readonly data: object };

const stored = ({ type, data }: Fact, recordedAt: string): StoredEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { v: 1, recordedAt, actor: { kind: 'integrator', id: '3' }, correlationId: 'bench', hash: '0'.repeat(64) },
});

/** The `n`-th rental of the year; one in ten is so cheap that the minimum reward applies. */
function invoiceOf(n: number, invoiceDate: string): RentalEvent {
  const reservationNo = `R${String(n).padStart(9, '0')}`;
  const terms = {
    promoCode: `PROMO${n % PROMOTIONS}`,
    rateCode: 'DISC',
    vehicleGroup: 'C',
    pickupBranch: 'JNB01',
    returnBranch: 'CPT01',
  };
  return {
    type: 'InvoiceRecorded',
    data: {
      eventId: randomUUID(),
      integratorId: '3',
      reservationNo,
      occurredAt: `${invoiceDate}T08:00:00.000Z`,
      contentHash: reservationNo,
      invoiceNo: `INV${n}`,
      invoiceDate,
      loyaltyTrackingNo: `FT${1 + ((n * 7919) % AGENTS)}`,
      marketSector: 'Leisure',
      tkRevenueCents: n % 10 === 0 ? 20_000 : 30_000 + ((n * 37) % 400_000),
      reservation: { ...terms, reservedOn: addDays(invoiceDate, -20) },
      rental: { ...terms, pickedUpOn: addDays(invoiceDate, -4), returnedOn: invoiceDate },
      personal: null,
    },
  };
}

/**
 * A year of rentals by the domain's rules: the policy, promotions, agents, and for each rental invoice, decision and
 * entry. Returns the number of events.
 */
export async function whatIfLog(store: EventStore, rentals: number): Promise<number> {
  let events = 0;
  const appendBatch = batchAppender(store);
  const append = async (streams: ReadonlyMap<string, Fact[]>, recordedAt: string): Promise<void> => {
    for (const facts of streams.values()) events += facts.length;
    await appendBatch(
      new Map([...streams].map(([streamId, facts]) => [streamId, facts.map((fact) => stored(fact, recordedAt))])),
    );
  };
  const set = { type: 'RewardPolicySet', data: { version: 1, effectiveFrom: null, terms: INITIAL_TERMS } } as const;
  const policy = fold(rewardPolicyDecider, rewardPolicyDecider.initial, [set]);
  const created = Array.from({ length: PROMOTIONS }, (_, n) => ({
    type: 'PromotionCreated' as const,
    data: {
      promotionId: `p${n}`,
      promoCode: `PROMO${n}`,
      description: '',
      promoRate: 0.05 + (n % 4) / 20,
      startDate: '2025-01-01',
      endDate: null,
      isActive: true,
    },
  }));
  const promotions = new Map(
    created.map((event) => {
      const state = fold(promotionDecider, promotionDecider.initial, [event]);
      return [event.data.promoCode, knownPromotion(state)];
    }),
  );
  const references: References = {
    policy,
    promotionOf: (code) => promotions.get(code),
    agentOf: (number) => Number(number.slice(2)),
    treatmentOf: (_agentId, _day, rate) => ({ kind: 'paye', rate }),
  };
  const agents = Array.from({ length: AGENTS }, (_, n) => n + 1);
  await append(
    new Map<string, Fact[]>([
      [REWARD_POLICY_STREAM, [set]],
      ...created.map((event): [string, Fact[]] => [`promotion-${event.data.promotionId}`, [event]]),
      ...agents.map((id): [string, Fact[]] => [
        `agent-${id}`,
        [{ type: 'AgentActivated', data: { loyaltyTrackingNo: `FT${id}` } }],
      ]),
    ]),
    `${FIRST_DAY}T00:00:00.000Z`,
  );
  for (let start = 0; start < rentals; start += BATCH) {
    const streams = new Map<string, Fact[]>();
    const day = addDays(FIRST_DAY, Math.floor((start / rentals) * 365));
    for (let n = start; n < Math.min(rentals, start + BATCH); n++) {
      const invoice = invoiceOf(n, day);
      const state = fold(rentalDecider, rentalDecider.initial, [invoice]);
      const decision = nextDecision(state, references);
      if (!decision || decision.data.agentId === null) throw new Error('a rental of the benchmark was not decided');
      streams.set(`rental-${decision.data.reservationNo}`, [invoice, decision]);
      const { agentId } = decision.data;
      const account = `rewards-account-${agentId}`;
      const command = { type: 'PostReward', agentId, decision: decision.data } as const;
      const entries = rewardsAccountDecider.decide(command, rewardsAccountDecider.initial, `${day}T08:00:00.000Z`);
      streams.set(account, [...(streams.get(account) ?? []), ...entries]);
    }
    await append(streams, `${dayOf(new Date(`${day}T08:00:00Z`))}T08:00:00.000Z`);
  }
  return events;
}
