import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import { ACB_FILES_STREAM } from '@fynbos/domain/bank-files/acb-files.ts';
import { BANK_LIST_STREAM } from '@fynbos/domain/bank-list/bank-list.ts';
import { BUSINESS_DAYS_STREAM } from '@fynbos/domain/business-days/business-days.ts';
import type { Month } from '@fynbos/domain/calendar.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { DUTIES_STREAM } from '@fynbos/domain/duties/duties.ts';
import { LEDGER_EXPORT_STREAM } from '@fynbos/domain/ledger-export/ledger-export.ts';
import { monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { PAYOUT_LIMITS_STREAM } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { SARS_RULES_STREAM } from '@fynbos/domain/tax/sars-rules.ts';
import { taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import { UNPAIDS_STREAM } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import { actorKind } from '@fynbos/projections/audit-log/audit-log.ts';
import { recordNames, streamsNaming } from '@fynbos/projections/audit-log/records.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { loadMany } from '../handle.ts';
import type { Application } from '../services.ts';
import { aggregates, recordOfStream } from './aggregates.ts';

export const namedActor = z.object({ kind: actorKind, id: z.string(), name: z.string() });
export type NamedActor = Readonly<z.output<typeof namedActor>>;

const KINDS: Readonly<Record<Actor['kind'], string>> = {
  admin: 'Administrator',
  agent: 'Agent',
  integrator: 'Integrator',
  system: 'System',
  visitor: 'Visitor',
};

/** Resolves display names of actors in one read: administrators by their name, all others by kind and id. */
export async function namesOf(log: EventLog, actors: readonly Actor[]): Promise<(actor: Actor) => NamedActor> {
  const ids = [...new Set(actors.filter(({ kind }) => kind === 'admin').map(({ id }) => id))];
  const admins = await loadMany(log, adminDecider, ids.map(adminStreamOf));
  const names = new Map(ids.map((id) => [id, admins.get(adminStreamOf(id))?.state.name]));
  return (actor) => {
    const fallback = actor.kind === 'visitor' ? KINDS.visitor : `${KINDS[actor.kind]} ${actor.id}`;
    return { ...actor, name: (actor.kind === 'admin' ? names.get(actor.id) : null) ?? fallback };
  };
}

interface AdminNames {
  (id: number): string;
  (id: number | null | undefined): string | null;
}

/** Resolves the names of administrators in one read; null for a missing id. */
export async function adminNames(log: EventLog, ids: readonly (number | null)[]): Promise<AdminNames> {
  const actorOf = (id: number) => ({ kind: 'admin', id: String(id) }) as const;
  const nameOf = await namesOf(log, ids.filter((id) => id !== null).map(actorOf));
  return ((id) => (id === null || id === undefined ? null : nameOf(actorOf(id)).name)) as AdminNames;
}

/** The enabled administrators who have a permission, with their names. */
export async function adminsWho({ log, db }: Pick<Application, 'log' | 'db'>, permission: Permission) {
  const ids = (await enabledAdmins(db)).filter(({ roles }) => grantOf(roles, permission) !== null).map(({ id }) => id);
  const nameOf = await adminNames(log, ids);
  return ids.map((id) => ({ id, name: nameOf(id) }));
}

/** A record with its display name and its address in the dashboard; `to` is null for a record without a page. */
export const namedRecord = z.object({ name: z.string(), to: z.string().nullable() });
export type NamedRecord = Readonly<z.output<typeof namedRecord>>;

export interface Names {
  actor(actor: Actor): NamedActor;
  record(streamId: string): NamedRecord | null;
}

/** The kinds of actors and records with a name in a read model (`recordNames`), by resource. */
const KIND_OF: Readonly<Record<string, string>> = {
  'travel-agents': 'agent',
  promotions: 'promotion',
  challenges: 'challenge',
  'contact-support': 'enquiry',
  integrators: 'integrator',
  payouts: 'payout-run',
};
/** Resolves the names of actors and of the records of streams, in one query per kind. Throws `StoreUnavailable`. */
export async function loadNames(
  { log, db }: Pick<Application, 'log' | 'db'>,
  { actors, streamIds }: { readonly actors: readonly Actor[]; readonly streamIds: readonly string[] },
): Promise<Names> {
  const ids = new Map<string, Set<string>>();
  const want = (kind: string, id: string) => ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  const records = new Map(streamIds.map((streamId) => [streamId, recordOfStream(streamId)]));
  for (const record of records.values()) if (record) want(KIND_OF[record.resource] ?? record.resource, record.id);
  for (const { kind, id } of actors) if (kind === 'agent' || kind === 'integrator') want(kind, id);
  const admins = [...(ids.get('admins') ?? [])].map((id) => ({ kind: 'admin', id }) as const);
  const actorName = await namesOf(log, [...actors, ...admins]);
  const names = new Map<string, string>();
  await Promise.all(
    [...ids].map(async ([kind, idsOfKind]) => {
      for (const { id, name } of await recordNames(db, kind, [...idsOfKind])) names.set(`${kind} ${id}`, name);
    }),
  );
  return {
    actor(actor) {
      if (actor.kind === 'system') return { ...actor, name: 'The system' };
      return { ...actor, name: names.get(`${actor.kind} ${actor.id}`) || actorName(actor).name };
    },
    record(streamId) {
      const { resource, id } = records.get(streamId) ?? recordOfStream(streamId) ?? { resource: '', id: '' };
      if (resource === 'admins') return { name: actorName({ kind: 'admin', id }).name, to: `/admins/${id}` };
      if (resource === 'rewards') return { name: id, to: `/rewards/${encodeURIComponent(id)}` };
      const name = names.get(`${KIND_OF[resource]} ${id}`);
      return name
        ? { name, to: `/${resource}/${id}?tab=${resource === 'travel-agents' ? 'Timeline' : 'History'}` }
        : null;
    },
  };
}

/** Records that exist once in the programme, with their streams. */
const SINGLE = {
  'acb-files': ACB_FILES_STREAM,
  'bank-list': BANK_LIST_STREAM,
  'sars-rules': SARS_RULES_STREAM,
  'business-days': BUSINESS_DAYS_STREAM,
  duties: DUTIES_STREAM,
  'ledger-exports': LEDGER_EXPORT_STREAM,
  'payout-limits': PAYOUT_LIMITS_STREAM,
  'unpaids-layout': UNPAIDS_STREAM,
} as const satisfies Readonly<Record<string, string>>;

/** Subjects of approvals without a history page. A simulation is no record that people change. */
const OTHERS = {
  'month-closes': (id) => [monthCloseStreamOf(id as Month)],
  'tax-years': (id) => [taxYearStreamOf(Number(id))],
  'what-ifs': () => [],
} as const satisfies Readonly<Record<string, (id: string) => string[]>>;

/** The subject of an approval: a record whose streams are known, so that its recent changes are shown (X7). */
export type ApprovalSubject =
  `${keyof typeof SINGLE | keyof typeof OTHERS | (typeof aggregates)[number]['resource']}/${string}`;

/** The streams of a record, by its REST resource and id, for example `travel-agents/7`. Empty for an unknown one. */
export function streamsOfRecord(record: string): string[] {
  const [resource = '', id = ''] = record.split('/');
  if (Object.hasOwn(SINGLE, resource)) return [SINGLE[resource as keyof typeof SINGLE]];
  if (Object.hasOwn(OTHERS, resource)) return OTHERS[resource as keyof typeof OTHERS](id);
  const aggregate = aggregates.find((one) => one.resource === resource);
  if (!aggregate) return [];
  const own = aggregate.streamOf(id);
  return resource === 'travel-agents' ? [own, accountStreamOf(id)] : [own];
}

/**
 * The streams of a record and of what is about it: its approvals, and for an agent and a reservation the enquiries, for
 * an agent also the referrals.
 */
export async function streamsAboutRecord(db: Pool, record: string): Promise<string[]> {
  const [resource, id = ''] = record.split('/');
  const agentId = resource === 'travel-agents' && /^\d{1,9}$/.test(id) ? Number(id) : null;
  const reservationNo = resource === 'rewards' ? id : null;
  return [...streamsOfRecord(record), ...(await streamsNaming(db, { record, agentId, reservationNo }))];
}
