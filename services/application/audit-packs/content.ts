import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { sentenceText } from '@fynbos/domain/audit/sentences.ts';
import type { AuditPack } from '@fynbos/domain/audit-pack/audit-pack.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { cursorOf, type FeedEntry, type FeedEvent, feedPage } from '../audit/feed.ts';
import { loadNames } from '../audit/record-names.ts';
import { streamsAboutRecord, streamsOfRecord } from '../audit/record-streams.ts';
import { changeText, changeTextShape } from '../audit/value-text.ts';
import type { Application } from '../services.ts';

type Parts = Pick<Application, 'log' | 'db'>;

const PAGE = 100;
/** The most acts of a pack, and the most streams of its proof. */
export const MOST_ENTRIES = 1_000;
const MOST_STREAMS = 300;

/** An act of the pack in words. */
export const packEntry = z.object({
  id: z.string(),
  /** ISO 8601 UTC. */
  recordedAt: instant,
  sentence: z.string(),
  reason: z.string().nullable(),
  approval: z.string().nullable(),
  /** Personal data is masked. */
  changes: z.array(changeTextShape).readonly(),
  /** The other events of the same act, in words. */
  others: z.array(z.string()).readonly(),
});
export type PackEntry = Readonly<z.output<typeof packEntry>>;

export interface PackContent {
  readonly recordNames: readonly string[];
  /** Oldest first. */
  readonly entries: readonly PackEntry[];
  /** The streams whose events prove the entries. */
  readonly streams: readonly string[];
}

const sentenceFor = ({ type, actor, record }: FeedEvent): string =>
  sentenceText(type, { who: actor.name, record: record?.name ?? 'a record' });

function approvalText({ approval }: FeedEntry): string | null {
  if (!approval) return null;
  const { summary, requestedBy, requestReason, decidedBy, decisionReason, status } = approval;
  const decided = status === 'rejected' || status === 'withdrawn' ? status : 'approved';
  const because = (reason: string | null): string => (reason ? ` (“${reason}”)` : '');
  return [
    `${summary}: requested by ${requestedBy}${because(requestReason)}`,
    ...(decidedBy ? [`${decided} by ${decidedBy}${because(decisionReason)}`] : []),
  ].join(', ');
}

/** An act without what it did to records outside the pack. `streamIds`: those of the pack, or null for all. */
function within(entry: FeedEntry, streamIds: ReadonlySet<string> | null): FeedEntry {
  if (streamIds === null) return entry;
  const { approval } = entry;
  return {
    ...entry,
    others: entry.others.filter(({ streamId }) => streamIds.has(streamId)),
    approval: approval && streamIds.has(`approval-${approval.id}`) ? approval : null,
  };
}

const entryOf = (entry: FeedEntry): PackEntry => ({
  id: entry.id,
  recordedAt: entry.recordedAt,
  sentence: sentenceFor(entry) + (entry.outcome === 'refused' ? ' (rejected)' : ''),
  reason: entry.reason,
  approval: approvalText(entry),
  changes: entry.changes.map(changeText),
  others: entry.others.map(sentenceFor),
});

/**
 * The content of a pack: the acts of its period and records in words, oldest first, as its creator with these roles sees
 * them, and the streams that prove them (V5). It is computed on each call, so that erased personal data is gone at once.
 * Rejects with `audit-pack.records` an unknown record, and with `audit-pack.size` a pack without entries or with more
 * than 1 000. Throws `StoreUnavailable`.
 */
export async function packContent(
  parts: Parts,
  pack: Pick<AuditPack, 'from' | 'to' | 'records' | 'automatic' | 'createdAt'>,
  roles: readonly AdminRole[],
): Promise<PackContent> {
  const refuse = (field: string, message: string) =>
    new DomainError('invalid', `audit-pack.${field}`, message, [{ field, message }]);
  const own = pack.records.map((record) => streamsOfRecord(record));
  if (own.some((streams) => streams.length === 0)) throw refuse('records', 'Record not found.');
  const about = await Promise.all(pack.records.map((record) => streamsAboutRecord(parts.db, record)));
  const end = endOfDay(pack.to).toISOString();
  const streamIds = pack.records.length > 0 ? about.flat() : null;
  const known = streamIds && new Set(streamIds);
  const filter = {
    automatic: pack.automatic,
    from: startOfDay(pack.from).toISOString(),
    // The pack shows the past up to its creation only.
    to: end < pack.createdAt ? end : pack.createdAt,
    ...(streamIds ? { streamIds } : {}),
  };
  const entries: FeedEntry[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page = await feedPage(parts, filter, { before: cursorOf(before), limit: PAGE }, roles);
    entries.push(...page.entries.map((entry) => within(entry, known)));
    before = page.next;
    if (entries.length > MOST_ENTRIES)
      throw refuse('size', `More than ${MOST_ENTRIES} entries. Choose a shorter period or fewer records.`);
  }
  if (entries.length === 0) throw refuse('size', 'Nothing happened in this period. Choose another one.');
  const streams = [...new Set(entries.flatMap((entry) => [entry, ...entry.others]).map(({ streamId }) => streamId))];
  if (streams.length > MOST_STREAMS)
    throw refuse('size', `More than ${MOST_STREAMS} records changed. Choose a shorter period or some records.`);
  const names = await loadNames(parts, { actors: [], streamIds: own.map(([stream = '']) => stream) });
  return {
    recordNames: own.map(([stream = ''], at) => names.record(stream)?.name ?? (pack.records[at] as string)),
    entries: entries.map(entryOf).reverse(),
    streams: streams.sort(),
  };
}
