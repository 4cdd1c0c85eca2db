import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { DAY_MS, HOUR_MS } from '@fynbos/domain/calendar.ts';
import { ALERT_LIST } from '@fynbos/domain/saved-views/lists.ts';
import type { SavedView } from '@fynbos/domain/saved-views/saved-views.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { schedule } from '@fynbos/platform/schedule.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import { feedRowsSince, newestRecordedAt } from '@fynbos/projections/audit-log/queries.ts';
import { inTransaction } from '@fynbos/projections/engine/transaction.ts';
import type pg from 'pg';
import { feedFilterOfSearch } from '../audit/feed.ts';
import type { AlertDetail } from '../notices/messages/compose-admin.ts';
import { insertNotices, type NewNotice, type Notices } from '../notices/notices.ts';
import type { Essentials } from '../services.ts';
import { allSavedViews, maySeeView } from './saved-views.ts';

/** Interval of the search for new entries, in milliseconds. */
const SEARCH_INTERVAL_MS = 60_000;
/** The shortest time between two mails about one view to one person, in milliseconds (V4). */
export const ALERT_INTERVAL_MS = HOUR_MS;
/** Entries can reach the read model out of order by this much, in milliseconds. */
const MAX_OUT_OF_ORDER_MS = DAY_MS;
/** Entries that one mail counts. */
const MAX_COUNTED_ENTRIES = 1_000;

export interface AlertServices extends Essentials {
  readonly notices: Pick<Notices, 'enqueue'>;
  readonly logger: Logger;
}

interface Alert {
  readonly adminId: number;
  readonly ownerId: number;
  readonly view: SavedView;
  readonly onSince: string;
}

/** The alerts that are on, of enabled administrators who still see the view. */
async function alertsOn({ log, db }: AlertServices): Promise<Alert[]> {
  const all = await allSavedViews({ log, db });
  const owners = new Map(
    [...all].flatMap(([ownerId, { views }]) => views.map((view) => [view.viewId, { ownerId, view }] as const)),
  );
  return (await enabledAdmins(db)).flatMap(({ id: adminId, roles }) =>
    [...(all.get(adminId)?.alerts ?? [])].flatMap(([viewId, onSince]): Alert[] => {
      const found = owners.get(viewId);
      if (found?.view.list !== ALERT_LIST || !maySeeView({ adminId, roles }, found.view, found.ownerId)) return [];
      return [{ adminId, onSince, ...found }];
    }),
  );
}

/**
 * Stores the notice in the same transaction: an entry is sent at most once, and none is lost in a crash. Returns the id
 * of the notice, or null.
 */
async function sendIfNew(services: AlertServices, { adminId, ownerId, view, onSince }: Alert): Promise<string | null> {
  const { viewId } = view;
  const filter = await feedFilterOfSearch(services.db, view.search);
  if (!filter) return null;
  const now = services.now();
  return inTransaction(services.db, async (client) => {
    const key = [viewId, adminId];
    await client.query(
      `insert into audit."viewAlerts" ("viewId", "adminId", "since") values ($1, $2, $3)
       on conflict ("viewId", "adminId") do update set "since" = greatest("viewAlerts"."since", excluded."since")`,
      [...key, onSince],
    );
    // Another process that looks at the same moment waits here, and then finds the entries sent.
    const { rows } = await client.query<{ since: string; isResting: boolean }>(
      `select "since", coalesce("sentAt" > $3, false) as "isResting" from audit."viewAlerts"
       where "viewId" = $1 and "adminId" = $2 for update`,
      [...key, new Date(now.getTime() - ALERT_INTERVAL_MS)],
    );
    const alert = rows[0];
    if (!alert || alert.isResting) return null;
    const { rows: sent } = await client.query<{ eventId: string }>(
      `select "eventId" from audit."alertedEvents" where "viewId" = $1 and "adminId" = $2`,
      key,
    );
    const without = sent.map(({ eventId }) => eventId);
    const entries = await feedRowsSince(client, filter, { since: alert.since, without, limit: MAX_COUNTED_ENTRIES });
    const [first] = entries;
    await settle(client, key, await newestRecordedAt(client));
    if (!first) return null;
    await client.query(
      `insert into audit."alertedEvents" ("viewId", "adminId", "eventId", "recordedAt")
       select $1, $2, id, at from unnest($3::uuid[], $4::text[]) as entry(id, at)`,
      [...key, entries.map(({ id }) => id), entries.map(({ recordedAt }) => recordedAt)],
    );
    await client.query(`update audit."viewAlerts" set "sentAt" = $3 where "viewId" = $1 and "adminId" = $2`, [
      ...key,
      now,
    ]);
    const counts: Record<string, number> = {};
    for (const { type } of entries) counts[type] = (counts[type] ?? 0) + 1;
    const detail: AlertDetail = { viewId, ownerId, counts, from: first.recordedAt };
    const noticeId = uuidV5('view-alert', viewId, String(adminId), first.id);
    const notice: NewNotice = {
      noticeId,
      kind: 'view-alert',
      channel: 'email',
      audience: 'current',
      streamId: adminStreamOf(adminId),
      eventId: null,
      detail: JSON.stringify(detail),
      correlationId: viewId,
    };
    await insertNotices(client, [notice], now, { state: 'queued', lastError: null });
    return noticeId;
  });
}

/** Keeps the list of sent entries short. */
async function settle(client: pg.PoolClient, key: readonly unknown[], newest: string | null): Promise<void> {
  if (newest === null) return;
  const settled = new Date(Date.parse(newest) - MAX_OUT_OF_ORDER_MS).toISOString();
  await client.query(
    `update audit."viewAlerts" set "since" = greatest("since", $3) where "viewId" = $1 and "adminId" = $2`,
    [...key, settled],
  );
  await client.query(
    `delete from audit."alertedEvents" where "viewId" = $1 and "adminId" = $2 and "recordedAt" <= $3`,
    [...key, settled],
  );
}

/** One search for new entries of all views with alerts (V4). Returns the number of mails. Throws `StoreUnavailable`. */
export async function sendViewAlerts(services: AlertServices): Promise<number> {
  const added: string[] = [];
  for (const alert of await alertsOn(services)) {
    const noticeId = await sendIfNew(services, alert);
    if (noticeId !== null) added.push(noticeId);
  }
  await services.notices.enqueue(added.map((id) => ({ id, attempts: 0 })));
  return added.length;
}

/** Searches every minute. Any number of processes may run it. */
export const startViewAlerts = (services: AlertServices): { close(): Promise<void> } =>
  schedule(
    SEARCH_INTERVAL_MS,
    () => sendViewAlerts(services),
    (err) => services.logger.warn({ err }, 'the search for alerts of saved views failed'),
  );
