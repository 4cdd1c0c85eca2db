import { createHash } from 'node:crypto';
import type { Decision, RentalEvent } from '@fynbos/domain/rental/events.ts';
import type { Posting, RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import type { EventStore, StoredEvent } from '@fynbos/event-store/port.ts';
import { batchAppender } from './batch-appender.ts';

const agents = 5_000;
const batch = 2_000;

/** A UUID derived from a number, so that the log is reproducible. */
function idOf(n: number): string {
  const hex = createHash('md5').update(String(n)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const dayAt = (n: number): string => new Date(Date.UTC(2025, 0, 1 + (n % 360))).toISOString().slice(0, 10);

type BenchEvent = RentalEvent | RewardsAccountEvent | { type: 'AgentActivated'; data: { loyaltyTrackingNo: string } };

/** A reservation's decision and posting; every fifth was on hold and is decided twice. */
function* reservation(n: number): Generator<[streamId: string, event: BenchEvent]> {
  const agentId = 1 + ((n * 7919) % agents);
  const grossCents = 5_000 + ((n * 37) % 60_000);
  const payeCents = Math.round(grossCents / 4);
  const amounts = { grossCents, payeCents, nettCents: grossCents - payeCents };
  const reservationNo = `R${String(n).padStart(9, '0')}`;
  let before: Posting | null = null;
  const statuses = n % 5 === 0 ? (['Pending', 'Earned'] as const) : (['Earned'] as const);
  for (const [at, status] of statuses.entries()) {
    const decision: Decision = {
      ...amounts,
      reservationNo,
      decisionNo: at + 1,
      status,
      reason: status === 'Pending' ? 'OnHold' : null,
      agentId,
      loyaltyTrackingNo: `FY${100_000 + agentId}`,
      invoiceNo: `INV${n}`,
      invoiceDate: dayAt(n),
      marketSector: 'leisure',
      reservedOn: dayAt(n + 340),
      tkRevenueCents: grossCents * 5,
      promoCode: `PROMO${n % 40}`,
      promotionId: `p${n % 40}`,
      promotionVersion: 1,
      rate: 0.2,
      policyVersion: 1,
      minimumRewardCents: 5_000,
      treatment: { kind: 'paye', rate: 0.25 },
      before: before && { ...amounts, agentId, status: before.status === 'Pending' ? 'Pending' : 'Earned' },
    };
    yield [`rental-${reservationNo}`, { type: 'RewardDecided', data: decision }];
    const after: Posting = { ...amounts, status };
    const posted: RewardsAccountEvent = {
      type: 'RewardPosted',
      data: {
        agentId,
        reservationNo,
        decisionNo: at + 1,
        month: dayAt(n).slice(0, 7),
        promoCode: decision.promoCode,
        reason: decision.reason,
        on: dayAt(n),
        before,
        after,
      },
    };
    yield [`rewards-account-${agentId}`, posted];
    before = after;
  }
}

function* everything(): Generator<[streamId: string, event: BenchEvent]> {
  for (let id = 1; id <= agents; id++)
    yield [`agent-${id}`, { type: 'AgentActivated', data: { loyaltyTrackingNo: `FY${100_000 + id}` } }];
  for (let n = 0; ; n++) yield* reservation(n);
}

function stored(event: BenchEvent, n: number): StoredEvent {
  const id = idOf(n);
  return {
    id,
    type: event.type,
    data: event.data,
    metadata: {
      v: 1,
      recordedAt: new Date(Date.UTC(2026, 0, 1) + n * 30).toISOString(),
      actor: { kind: 'integrator', id: '3' },
      correlationId: id,
      hash: createHash('sha256').update(id).digest('hex'),
    },
  };
}

/**
 * Reproducible, of 5,000 agents, with the events that both read models fold. The function appends up to a total number.
 */
export function benchLog(store: EventStore): (upTo: number) => Promise<void> {
  const source = everything();
  const append = batchAppender(store);
  let made = 0;
  return async (upTo) => {
    while (made < upTo) {
      const streams = new Map<string, StoredEvent[]>();
      for (let i = 0; i < batch && made < upTo; i++) {
        const [streamId, event] = source.next().value as [string, BenchEvent];
        const events = streams.get(streamId) ?? [];
        events.push(stored(event, made++));
        streams.set(streamId, events);
      }
      await append(streams);
    }
  };
}
