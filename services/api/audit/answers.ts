import { recordDifference } from '@fynbos/application/audit/changes-between.ts';
import { feedEntry } from '@fynbos/application/audit/feed.ts';
import { historyEntry } from '@fynbos/application/audit/history.ts';
import { namedActor } from '@fynbos/application/audit/names.ts';
import { verificationRow } from '@fynbos/application/audit/verifications.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { actorKind, auditRow } from '@fynbos/projections/audit-log/audit-log.ts';
import { relatedEvent } from '@fynbos/projections/audit-log/causes.ts';
import { z } from 'zod';

const actor = z.object({ kind: actorKind, id: z.string() });

export const auditAnswer = auditRow;
export type AuditEntry = z.output<typeof auditAnswer>;

/** `GET /admin/audit-feed`: a page of actions. */
export const feedAnswer = z.object({
  entries: z.array(feedEntry),
  next: z.string().nullable(),
});
export type FeedPage = z.output<typeof feedAnswer>;

/** `GET /admin/changes-between`: the records that differ between two moments. */
export const changesBetweenAnswer = z.object({
  records: z.array(recordDifference),
  /** False where more than 300 records changed; the latest are listed. */
  isWhole: z.boolean(),
});
export type Differences = z.output<typeof changesBetweenAnswer>;

const counted = z.object({ value: z.string(), count: z.int() });

/** `GET /admin/audit-feed/counts`. Days are those of Johannesburg. */
export const feedCountsAnswer = z.object({
  /** At most 20 000. */
  total: z.int(),
  aggregates: z.array(counted),
  types: z.array(counted),
  actors: z.array(namedActor.extend({ count: z.int() })),
  days: z.array(counted),
});
export type FeedCounts = z.output<typeof feedCountsAnswer>;

/** `GET /admin/events`: a page of the log. */
export const eventsAnswer = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      streamId: z.string(),
      revision: z.int(),
      position: z.string(),
      recordedAt: instant,
      actor: namedActor,
    }),
  ),
  /** The position of the next page; null where there is none. */
  next: z.string().nullable(),
  atEnd: z.boolean(),
});
export type EventPage = z.output<typeof eventsAnswer>;

export const eventTypeAnswer = z.object({ type: z.string(), aggregate: z.string(), version: z.int() });

/** `GET /admin/events/{id}`: the stored event, its neighbours in the stream and its causes and effects. */
export const eventAnswer = z.object({
  event: z.object({
    id: z.string(),
    type: z.string(),
    streamId: z.string(),
    revision: z.int(),
    position: z.string(),
    /** The fields depend on the type. `personal` is `sealed` where the event has personal data. */
    data: z.record(z.string(), z.unknown()),
    metadata: z.object({
      v: z.int(),
      recordedAt: instant,
      actor,
      correlationId: z.string(),
      causationId: z.string().optional(),
      reason: z.string().optional(),
      demo: z.literal(true).optional(),
      hash: z.string(),
      mac: z.string().optional(),
      /** Present where the network address is stored. */
      from: z.literal('sealed').optional(),
    }),
  }),
  actor: namedActor,
  /** Ids of the events before and after it in the stream. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  related: z.array(relatedEvent),
});
export type EventDetails = z.output<typeof eventAnswer>;

export const verificationAnswer = verificationRow.extend({ startedAt: instant, updatedAt: instant });
export type Verification = z.output<typeof verificationAnswer>;

export const logIntegrityAnswer = z.object({
  publicKey: z.string(),
  fingerprint: z.string(),
  /** The newest checkpoint; `events` is the number of events that the checkpoints cover. */
  checkpoint: z.object({ number: z.int(), events: z.int(), root: z.string(), signedAt: instant }).nullable(),
  verifications: z.array(verificationAnswer),
  /** Whether a checkpoint archive is configured. */
  secondPlace: z.boolean(),
});
export type LogIntegrity = z.output<typeof logIntegrityAnswer>;

export const masterKeysAnswer = z.object({
  masterKeys: z.array(z.object({ masterKeyId: z.string(), keys: z.int(), current: z.boolean() })),
});

/** An event in the history of a record. Personal data is masked. */
export const historyAnswer = historyEntry;
export type HistoryEntry = z.output<typeof historyAnswer>;
