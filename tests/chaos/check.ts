import { allPages } from '@fynbos/event-store/all-pages.ts';
import { verifyStream } from '@fynbos/event-store/hash-chain.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore, RecordedEvent } from '@fynbos/event-store/port.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type pg from 'pg';
import { SECRETS } from './environment.ts';
import type { Ledger } from './ledger.ts';
import { referenceReports } from './reference.ts';

type Complain = (text: string) => void;

const FACTS = new Set([
  'InvoiceRecorded',
  'CreditNoteRecorded',
  'CancellationRecorded',
  'NoShowRecorded',
  'HoldPlaced',
  'HoldReleased',
]);

/** Checks the log: intact hash chains, and every acknowledged fact once at the acknowledged position. */
export async function checkLog(store: EventStore, ledger: Ledger, complain: Complain): Promise<number> {
  const streams = new Map<string, RecordedEvent[]>();
  const positions = new Map<string, string>();
  const lastIn = new Map<string, Set<string>>();
  let count = 0;
  for await (const page of allPages(store, { limit: 2_000 })) {
    for (const event of page) {
      count += 1;
      streams.set(event.streamId, [...(streams.get(event.streamId) ?? []), event]);
      const { eventId, reservationNo } = event.data as { eventId?: string; reservationNo?: string };
      if (reservationNo) lastIn.set(reservationNo, (lastIn.get(reservationNo) ?? new Set()).add(event.position));
      if (!FACTS.has(event.type) || !eventId) continue;
      if (positions.has(eventId)) complain(`${eventId} is in the log twice`);
      if (!ledger.sent.has(eventId)) complain(`${eventId} is in the log and was never sent`);
      positions.set(eventId, event.position);
    }
  }
  for (const [streamId, events] of streams) {
    const broken = verifyStream(events);
    if (broken !== null) complain(`the chain of ${streamId} is broken at ${broken}`);
  }
  for (const eventId of ledger.acknowledged)
    if (!positions.has(eventId)) complain(`${eventId} was acknowledged and is lost`);
  for (const [eventId, position] of ledger.recorded) {
    const { reservationNo = '' } = ledger.sent.get(eventId) ?? {};
    if (position && !lastIn.get(reservationNo)?.has(position))
      complain(`${eventId} was answered with ${position}, where it is not`);
  }
  return count;
}

/** Compares every read model with a rebuild; no key may be blocked. */
export async function checkReadModels(pool: pg.Pool, eventStoreUrl: string | null, complain: Complain): Promise<void> {
  const { store, log } = await openEventLog({ eventStoreUrl, masterKey: SECRETS.MASTER_KEY }, pool);
  try {
    const options = { compare: true, swap: 'never' } as const;
    const results = await rebuild(foldPartsOf(log, pool), projections, options);
    for (const { projection, comparison } of results) {
      if (comparison?.equal) continue;
      complain(`${projection} differs from its rebuild: ${JSON.stringify(comparison)}`);
    }
  } finally {
    await store.close();
  }
  const { rows } = await pool.query('select "projection", "key", "errorMessage" from engine.parked');
  for (const { projection, key, errorMessage } of rows) complain(`${projection} blocked ${key}: ${errorMessage}`);
}

/** Compares both reports with the reference calculation of the sent facts. */
export function checkReports(reports: { rewards: string; balances: string }, ledger: Ledger, complain: Complain): void {
  const expected = referenceReports(ledger.sent.values(), ledger.programme);
  const lines = (csv: string): string[] => csv.trimEnd().split('\n').slice(1);
  const compare = (name: string, ours: readonly string[], theirs: readonly string[]): void => {
    const [mine, reference] = [new Set(ours), new Set(theirs)];
    const wrong = ours.filter((line) => !reference.has(line));
    const missing = theirs.filter((line) => !mine.has(line));
    if (ours.length !== mine.size) complain(`${name} has a line twice`);
    if (wrong.length + missing.length > 0)
      complain(
        `${name} differs in ${wrong.length + missing.length} lines, e.g. ${wrong[0] ?? '-'} instead of ${missing[0] ?? '-'}`,
      );
  };
  compare('rewards.csv', lines(reports.rewards), expected.rewards);
  const known = new Set(expected.balances.map((line) => line.split(',')[0]));
  const all = lines(reports.balances);
  compare(
    'balances.csv',
    all.filter((line) => known.has(line.split(',')[0])),
    expected.balances,
  );
  // Registered agents have no rentals.
  const others = all.filter((line) => !known.has(line.split(',')[0]));
  for (const line of others) if (!/^[^,]+(,0\.00){5}$/.test(line)) complain(`balances.csv has ${line}`);
  const registered = [...ledger.registered.values()];
  const least = registered.filter(({ activated }) => activated).length;
  const most = least + registered.filter(({ activated, unsure }) => unsure && !activated).length;
  if (others.length < least || others.length > most)
    complain(`${others.length} agents registered by themselves, not ${least} to ${most}`);
}

/** Enquiries, registrations and promotions: acknowledged ones exist once, uncertain ones at most once. */
export async function checkPeople(pool: pg.Pool, ledger: Ledger, complain: Complain): Promise<void> {
  const countsOf = async (text: string): Promise<Map<string, number>> => {
    const { rows } = await pool.query<{ what: string; count: number }>(
      `select what, count(*)::int as count from (${text}) x group by 1`,
    );
    return new Map(rows.map(({ what, count }) => [what, count]));
  };
  const once = (found: ReadonlyMap<string, number>, wanted: Iterable<string>, what: string): void => {
    for (const one of wanted)
      if (found.get(one) !== 1) complain(`${what} ${one} is there ${found.get(one) ?? 0} times`);
    for (const [one, count] of found) if (count > 1) complain(`${what} ${one} is there ${count} times`);
  };
  once(
    await countsOf('select "referenceNumber" as what from rm_enquiries.enquiries'),
    ledger.enquiries.values(),
    'enquiry',
  );
  once(await countsOf('select lower("emailAddress") as what from rm_agents.agents'), ledger.registered.keys(), 'agent');
  once(await countsOf('select "promoCode" as what from rm_promotions.promotions'), ledger.promotions, 'promotion');
  const { rows } = await pool.query<{ referenceNumber: string; status: string }>(
    'select "referenceNumber", status from rm_enquiries.enquiries',
  );
  const questions = rows.length;
  const most = ledger.enquiries.size + ledger.unsureEnquiries.size;
  if (questions > most) complain(`${questions} questions are there, and at most ${most} were asked`);
  const status = new Map(rows.map((row) => [row.referenceNumber, row.status]));
  for (const one of ledger.resolvedEnquiries)
    if (status.get(one) !== 'Resolved') complain(`enquiry ${one} is ${status.get(one)} again`);
}

/** E-mail and SMS: each at most once; sent ones were accepted; uncertain ones are failed notices. */
export async function checkNotices(
  pool: pg.Pool,
  taken: ReadonlyMap<string, number>,
  complain: Complain,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ noticeId: string; state: string; kind: string }>(
    'select "noticeId", state, kind from notices.notices',
  );
  const states: Record<string, number> = {};
  const known = new Map(rows.map((row) => [row.noticeId, row]));
  for (const { noticeId, state, kind } of rows) {
    states[state] = (states[state] ?? 0) + 1;
    const times = taken.get(noticeId) ?? 0;
    if (state === 'sent' && times !== 1) complain(`a notice (${kind}) is sent and was taken ${times} times`);
    if (state === 'queued' || state === 'sending') complain(`a notice (${kind}) is still ${state}`);
    if (state === 'dropped' && times > 0) complain(`a notice (${kind}) was dropped and taken`);
  }
  for (const [noticeId, times] of taken) {
    if (times > 1) complain(`a notice (${known.get(noticeId)?.kind}) was taken ${times} times`);
    if (!known.has(noticeId)) complain(`an unrecorded notice was sent: ${noticeId}`);
  }
  return states;
}
