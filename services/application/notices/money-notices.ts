import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { addMonths, type Day, HOUR_MS, type Month, monthOf, startOfDay } from '@fynbos/domain/calendar.ts';
import type { PayoutLine, RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { payoutRunDecider } from '@fynbos/domain/payout-run/payout-run.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { newlyEarnedCents } from '@fynbos/domain/rewards-account/movement.ts';
import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { digestFigures } from '@fynbos/projections/incentives/queries.ts';
import type { Pool } from 'pg';
import { eventsOf } from '../handle.ts';
import {
  type Channel,
  discardNotices,
  lastRestoredAt,
  type NewNotice,
  type NoticeKind,
  type Notices,
} from './notices.ts';
import { isRecent } from './reaction.ts';

/** The last day of a month on which the previous month's digest is still sent, after an outage. */
const LAST_DIGEST_DAY = 5;
/** Hour of the Johannesburg day from which digests are sent, and rewards of the day before announced. */
export const SEND_FROM_HOUR = 7;
const AGENTS_PER_READ = 1_000;

export interface DigestFigures {
  readonly month: Month;
  /** Earned in the month, whether paid since then or not. */
  readonly earnedCents: number;
  readonly rewards: number;
  readonly pendingCents: number;
  readonly declined: number;
  readonly balanceCents: number;
}

const digestNotice = (agentId: number, figures: DigestFigures): NewNotice => ({
  noticeId: uuidV5('monthly-digest', String(agentId), figures.month),
  kind: 'monthly-digest',
  channel: 'email',
  audience: 'current',
  streamId: agentStreamOf(agentId),
  eventId: null,
  detail: JSON.stringify(figures),
  correlationId: `digest ${figures.month}`,
});

interface DigestServices {
  readonly db: Pool;
  readonly notices: Pick<Notices, 'add'>;
  readonly now: () => Date;
}

/**
 * Sent to every agent with a decided rental (N1, N3). Runs daily, up to the fifth; repeatable. Discarded after a
 * restore in these days, because they may have been sent before. Returns the number of agents.
 */
export async function sendMonthlyDigests(
  { db, notices, now }: DigestServices,
  today: Day,
): Promise<{ agents: number }> {
  const counts = { agents: 0 };
  if (Number(today.slice(8)) > LAST_DIGEST_DAY) return counts;
  const firstDay = `${monthOf(today)}-01`;
  const month = monthOf(addMonths(firstDay, -1));
  const restoredAt = await lastRestoredAt(db);
  const mayHaveBeenSent =
    restoredAt !== null && restoredAt.getTime() >= startOfDay(firstDay).getTime() + SEND_FROM_HOUR * HOUR_MS;
  for (let after = 0; ; ) {
    const figures = await digestFigures(db, month, after, AGENTS_PER_READ);
    const last = figures.at(-1);
    if (!last) return counts;
    const digests = figures.map(({ agentId, ...one }) => digestNotice(agentId, { month, ...one }));
    await (mayHaveBeenSent ? discardNotices(db, digests, now()) : notices.add(digests, now()));
    after = last.agentId;
    counts.agents += figures.length;
  }
}

export type MoneyEvent =
  | AccountEventOf<'RewardPosted'>
  | RunEventOf<'PayoutRunExported' | 'PayoutLinesSettled' | 'PayoutResultCorrected'>
  | Extract<TaxEvent, { type: 'CertificateIssued' }>;

/** Events that lead to messages about money. */
export const MONEY_EVENTS = [
  'RewardPosted',
  'PayoutRunExported',
  'PayoutLinesSettled',
  'PayoutResultCorrected',
  'CertificateIssued',
] as const;

/** Name of the reaction that stores messages about money. */
export const MONEY_NOTICES_REACTION = 'money-notices';

/** Notices stored by one statement: a run can have 100 000 lines. */
const NOTICES_PER_INSERT = 5_000;
const CHANNELS = ['email', 'sms', 'push'] as const satisfies readonly Channel[];

interface AgentMessage {
  readonly agentId: number;
  readonly subject: string;
  readonly detail: string;
  readonly sendAt?: Date;
}

/**
 * One notice by channel; the composer drops those not chosen. The id has the subject and not the event, so that
 * repeated events send nothing again (N1).
 */
export function toAgent(
  kind: NoticeKind,
  { id, metadata }: { readonly id: string | null; readonly metadata: Pick<FoldEvent['metadata'], 'correlationId'> },
  { agentId, subject, detail, sendAt }: AgentMessage,
): NewNotice[] {
  return CHANNELS.map((channel) => ({
    noticeId: uuidV5(kind, String(agentId), subject, channel),
    kind,
    channel,
    audience: 'current',
    streamId: agentStreamOf(agentId),
    eventId: id,
    detail,
    correlationId: metadata.correlationId,
    ...(sendAt ? { sendAt } : {}),
  }));
}

function earnedNotices(event: FoldEvent<AccountEventOf<'RewardPosted'>>): NewNotice[] {
  const { data } = event;
  if (newlyEarnedCents(data) <= 0) return [];
  // Rewards of a Johannesburg day are announced together, on the next morning.
  const sendAt = new Date(startOfDay(data.on).getTime() + (24 + SEND_FROM_HOUR) * HOUR_MS);
  return toAgent('rewards-earned', event, { agentId: data.agentId, subject: data.on, detail: data.on, sendAt });
}

const lineNotices = (
  kind: NoticeKind,
  event: FoldEvent,
  lines: readonly PayoutLine[],
  { subject, on, reference }: { readonly subject: string; readonly on: Day; readonly reference: string },
): NewNotice[] =>
  lines.flatMap(({ agentId, nettCents }) =>
    toAgent(kind, event, { agentId, subject, detail: `${nettCents}:${on}:${reference}` }),
  );

/** The pay date and the reference of a run. */
async function termsOf(log: EventLog, runStream: string) {
  const recorded = await log.store.readStream(runStream, { from: 0, limit: 1 });
  const [proposed] = eventsOf(payoutRunDecider, { events: await log.decode(recorded) });
  if (proposed?.type !== 'PayoutRunProposed') throw new Error('a payout run does not begin with its proposal');
  return proposed.data;
}

/** Events of a run per read. Chunks are large. */
const EVENTS_PER_READ = 50;

/** The lines of a run that were sent to the bank. */
async function sentLines(log: EventLog, runStream: string): Promise<readonly PayoutLine[]> {
  const lines = new Map<number, PayoutLine>();
  for (let from = 0; ; from += EVENTS_PER_READ) {
    const recorded = await log.store.readStream(runStream, { from, limit: EVENTS_PER_READ });
    for (const event of eventsOf(payoutRunDecider, { events: await log.decode(recorded) })) {
      if (event.type === 'PayoutLinesFrozen') for (const line of event.data.lines) lines.set(line.agentId, line);
      if (event.type === 'PayoutLinesChecked') for (const { agentId } of event.data.dropped) lines.delete(agentId);
    }
    if (recorded.length < EVENTS_PER_READ) return [...lines.values()];
  }
}

/** The notices of an event about money. Deterministic. Throws `StoreUnavailable`. */
export async function moneyNoticesOf(log: EventLog, event: FoldEvent<MoneyEvent>): Promise<NewNotice[]> {
  switch (event.type) {
    case 'RewardPosted':
      return earnedNotices(event);
    case 'PayoutRunExported': {
      const { payDate, reference } = await termsOf(log, event.streamId);
      const lines = await sentLines(log, event.streamId);
      return lineNotices('payout-sent', event, lines, { subject: event.data.runId, on: payDate, reference });
    }
    case 'PayoutLinesSettled': {
      const { runId, answerId, on, paid, failed, returned } = event.data;
      const { reference } = await termsOf(log, event.streamId);
      const run = { subject: runId, on, reference };
      return [
        ...lineNotices('payout-paid', event, paid, run),
        ...lineNotices('payout-failed', event, failed, run),
        // A payment can be returned again after a correction of its result (O18).
        ...lineNotices('payout-returned', event, returned, { ...run, subject: `${runId}:${answerId}` }),
      ];
    }
    case 'PayoutResultCorrected': {
      const { correctionId, line, on, to } = event.data;
      const { reference } = await termsOf(log, event.streamId);
      const detail = `${line.nettCents}:${on}:${reference}:${to}`;
      return toAgent('payout-corrected', event, { agentId: line.agentId, subject: correctionId, detail });
    }
    case 'CertificateIssued': {
      const { agentId, certificateNo, taxYear, type, version } = event.data;
      // A correction keeps its number (T14), and is announced again.
      return toAgent('certificate-ready', event, {
        agentId,
        subject: `${certificateNo}:${version}`,
        detail: `${type}:${taxYear}:${version}`,
      });
    }
  }
}

interface MoneyNoticeServices {
  readonly log: EventLog;
  readonly notices: Pick<Notices, 'add'>;
  readonly now: () => Date;
}

/**
 * Rewards once a day; payouts on their way, paid, failed, returned and corrected; certificates (N1). Starts at the
 * head: older events are no news. Appends nothing.
 */
export const moneyNoticesReaction = ({ log, notices, now }: MoneyNoticeServices): Reaction =>
  reactionTo<MoneyEvent>({
    name: MONEY_NOTICES_REACTION,
    eventTypes: MONEY_EVENTS,
    startAt: 'head',
    batchSize: 1000,
    react: async (batch) => {
      const at = now();
      const stored = new Map<string, NewNotice>();
      for (const event of batch.filter((one) => isRecent(one, at)))
        for (const notice of await moneyNoticesOf(log, event)) stored.set(notice.noticeId, notice);
      const all = [...stored.values()];
      for (let start = 0; start < all.length; start += NOTICES_PER_INSERT)
        await notices.add(all.slice(start, start + NOTICES_PER_INSERT), at);
    },
  });
