import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { AuditPack } from '@fynbos/domain/audit-pack/audit-pack.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { formatDay, formatInstant } from '@fynbos/domain/format.ts';
import type { CodeOf } from '@fynbos/domain/refusal-codes.ts';
import { sentenceText } from '@fynbos/domain/wording/sentences.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import { AUTOMATIC_ACTORS } from '@fynbos/projections/audit-log/queries.ts';
import { z } from 'zod';
import { changeText, changeTextSchema } from '../audit/changes.ts';
import { type FeedEntry, type FeedEvent, feedCursorOf, feedPage } from '../audit/feed.ts';
import { loadNames, streamsAboutRecord, streamsOfRecord } from '../audit/names.ts';
import type { Stores } from '../services.ts';

/** Actions that are read at once, each with up to `MAX_ENTRIES` events. */
const ACTIONS_PER_READ = 20;
/** The most actions of a pack and of an action's events, events in all, and streams of the proof. */
const MAX_ENTRIES = 1_000;
const MAX_EVENTS = 20_000;
const MAX_STREAMS = 300;

/** An action of the pack in words. */
export const packEntry = z.object({
  id: z.string(),
  /** ISO 8601 UTC. */
  recordedAt: instant,
  sentence: z.string(),
  reason: z.string().nullable(),
  approval: z.string().nullable(),
  /** Personal data is masked. */
  changes: z.array(changeTextSchema).readonly(),
  /** The other events of the same action, in words. */
  others: z.array(z.string()).readonly(),
});
type PackEntry = Readonly<z.output<typeof packEntry>>;

export interface PackContent {
  readonly recordNames: readonly string[];
  /** Oldest first. */
  readonly entries: readonly PackEntry[];
  /** The streams that prove the entries. */
  readonly streams: readonly string[];
}

const sentenceFor = ({ type, actor, record }: FeedEvent): string =>
  sentenceText(type, { who: actor.name, record: record?.name ?? 'a record' });

function approvalText({ approval }: FeedEntry): string | null {
  if (!approval) return null;
  const { summary, requestedBy, requestReason, decidedBy, decisionReason, status } = approval;
  const decided = status === 'rejected' || status === 'withdrawn' ? status : 'approved';
  const reasonSuffix = (reason: string | null): string => (reason ? ` (“${reason}”)` : '');
  return [
    `${summary}: requested by ${requestedBy}${reasonSuffix(requestReason)}`,
    ...(decidedBy ? [`${decided} by ${decidedBy}${reasonSuffix(decisionReason)}`] : []),
  ].join(', ');
}

/** What a pack contains. `streamIds`: null for all. */
interface PackScope {
  readonly automatic: boolean;
  /** Instants, both included. */
  readonly from: string;
  readonly to: string;
  readonly streamIds: ReadonlySet<string> | null;
}

/** Of events outside the pack, an audit log page has only the first of each action: a part would look like all. */
function limitToPack(entry: FeedEntry, { automatic, from, to, streamIds }: PackScope): FeedEntry {
  const { approval } = entry;
  const isInside = (streamId: string): boolean => streamIds === null || streamIds.has(streamId);
  return {
    ...entry,
    others: entry.others.filter(
      ({ streamId, actor, recordedAt }) =>
        isInside(streamId) &&
        recordedAt >= from &&
        recordedAt <= to &&
        (automatic || !AUTOMATIC_ACTORS.includes(actor.kind)),
    ),
    approval: approval && isInside(approvalStreamOf(approval.id)) ? approval : null,
  };
}

/** The reason of an action, unless its approval already states the same. */
const ownReason = ({ reason, approval }: FeedEntry): string | null =>
  reason === approval?.requestReason || reason === approval?.decisionReason ? null : reason;

const entryOf = (entry: FeedEntry): PackEntry => ({
  id: entry.id,
  recordedAt: entry.recordedAt,
  sentence: sentenceFor(entry) + (entry.outcome === 'refused' ? ' (rejected)' : ''),
  reason: ownReason(entry),
  approval: approvalText(entry),
  changes: entry.changes.map(changeText),
  others: entry.others.map(sentenceFor),
});

/**
 * The actions of its period and records in words, oldest first, as its creator's roles see them, and the streams that
 * prove them (V5). Computed on each call, so that erased data is gone at once. Rejects with `audit-pack.records` for an
 * unknown record, and `audit-pack.size` for no entries or above a limit.
 */
export async function packContent(
  services: Stores,
  pack: Pick<AuditPack, 'from' | 'to' | 'records' | 'automatic' | 'createdAt'>,
  roles: readonly AdminRole[],
): Promise<PackContent> {
  const refuse = (field: CodeOf<'audit-pack'>, message: string) => fieldError(`audit-pack.${field}`, field, message);
  const own = pack.records.map((record) => streamsOfRecord(record));
  if (own.some((streams) => streams.length === 0)) throw refuse('records', 'Record not found.');
  const about = await Promise.all(pack.records.map((record) => streamsAboutRecord(services.db, record)));
  const end = endOfDay(pack.to).toISOString();
  const streamIds = pack.records.length > 0 ? about.flat() : undefined;
  const filter = {
    automatic: pack.automatic,
    from: startOfDay(pack.from).toISOString(),
    // The pack shows the past up to its creation only.
    to: end < pack.createdAt ? end : pack.createdAt,
    streamIds,
  };
  const scope = { ...filter, streamIds: streamIds ? new Set(streamIds) : null };
  const entries: FeedEntry[] = [];
  const streams = new Set<string>();
  let events = 0;
  const tooMany = (what: string, instead: string) => refuse('size', `More than ${what}. Choose ${instead}.`);
  for (let before: string | null = ''; before !== null; ) {
    const range = { before: feedCursorOf(before), limit: ACTIONS_PER_READ, mostOfCall: MAX_ENTRIES + 1 };
    const page = await feedPage(services, filter, range, roles);
    before = page.next;
    for (const found of page.entries) {
      const entry = limitToPack(found, scope);
      const ofAction = [entry, ...entry.others];
      entries.push(entry);
      events += ofAction.length;
      for (const { streamId } of ofAction) streams.add(streamId);
      const fewer = 'a shorter period or fewer records';
      if (entries.length > MAX_ENTRIES) throw tooMany(`${MAX_ENTRIES} entries`, fewer);
      if (ofAction.length > MAX_ENTRIES) throw tooMany(`${MAX_ENTRIES} events of one action`, fewer);
      if (events > MAX_EVENTS) throw tooMany(`${MAX_EVENTS} events`, fewer);
      if (streams.size > MAX_STREAMS)
        throw tooMany(`${MAX_STREAMS} records changed`, 'a shorter period or some records');
    }
  }
  if (entries.length === 0) throw refuse('size', 'There are no entries in this period. Choose other days.');
  const names = await loadNames(services, { actors: [], streamIds: own.map(([stream = '']) => stream) });
  return {
    recordNames: own.map(([stream = ''], at) => names.record(stream)?.name ?? (pack.records[at] as string)),
    entries: entries.map(entryOf).reverse(),
    streams: [...streams].sort(),
  };
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
li{margin:0 0 1.25rem}table{border-collapse:collapse}td,th{text-align:left;padding:.125rem 1rem .125rem 0;vertical-align:top;overflow-wrap:anywhere}
small{opacity:.8}@media print{li{break-inside:avoid}}`;

const changesHtml = ({ changes }: PackEntry): string =>
  changes.length === 0
    ? ''
    : `<table><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr>${changes
        .map(
          ({ field, before, after }) =>
            `<tr><th scope="row">${escapeHtml(field)}</th><td><del>${escapeHtml(before)}</del></td><td><ins>${escapeHtml(after)}</ins></td></tr>`,
        )
        .join('')}</table>`;

const entryHtml = (entry: PackEntry): string =>
  `<li><strong>${escapeHtml(entry.sentence)}</strong><br><small>${formatInstant(entry.recordedAt)} · event ${escapeHtml(entry.id)}</small>` +
  (entry.reason ? `<br>Reason: “${escapeHtml(entry.reason)}”` : '') +
  (entry.approval ? `<br>${escapeHtml(entry.approval)}` : '') +
  changesHtml(entry) +
  (entry.others.length > 0 ? `<br><small>Same action: ${entry.others.map(escapeHtml).join('; ')}</small>` : '') +
  '</li>';

/** One HTML file without scripts or external resources. */
export function narrativeHtml(
  programme: string,
  pack: AuditPack,
  createdBy: string,
  { recordNames, entries }: PackContent,
): string {
  const about = recordNames.length > 0 ? recordNames.join(', ') : 'the whole programme';
  return `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(`Audit pack: ${about}`)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(programme)}: audit pack</h1>
<p>About ${escapeHtml(about)}, from ${formatDay(pack.from)} to ${formatDay(pack.to)}. Created by ${escapeHtml(createdBy)} on ${formatInstant(pack.createdAt)}. ${entries.length} entries. Personal data is masked.</p>
<ol>${entries.map(entryHtml).join('\n')}</ol></body></html>\n`;
}
