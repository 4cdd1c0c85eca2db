import { adminDecider, adminStreamOf, existingAdmin } from '@fynbos/domain/admin/admin.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import {
  kindOf,
  pageOfRecord,
  parseRecord,
  type RecordResource,
  recordOfStream,
  streamOfRecord,
} from '@fynbos/domain/audit/record-kinds.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import { actorKind } from '@fynbos/projections/audit-log/audit-log.ts';
import { recordNames, streamsNaming } from '@fynbos/projections/audit-log/records.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { loadMany } from '../handle.ts';
import type { Stores } from '../services.ts';

export const namedActor = z.object({ kind: actorKind, id: z.string(), name: z.string() });
export type NamedActor = Readonly<z.output<typeof namedActor>>;

const ACTOR_KIND_NAMES: Readonly<Record<Actor['kind'], string>> = {
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
  const names = new Map(ids.map((id) => [id, existingAdmin(admins.get(adminStreamOf(id))?.state)?.name]));
  return (actor) => {
    const fallback =
      actor.kind === 'visitor' ? ACTOR_KIND_NAMES.visitor : `${ACTOR_KIND_NAMES[actor.kind]} ${actor.id}`;
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
export async function adminsWho({ log, db }: Stores, permission: Permission) {
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

/** Resolves the names of actors and of the records of streams, in one query per kind. Throws `StoreUnavailable`. */
export async function loadNames(
  { log, db }: Stores,
  { actors, streamIds }: { readonly actors: readonly Actor[]; readonly streamIds: readonly string[] },
): Promise<Names> {
  const ids = new Map<string, Set<string>>();
  const addId = (kind: string, id: string) => ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  const records = new Map(streamIds.map((streamId) => [streamId, recordOfStream(streamId)]));
  for (const record of records.values()) if (record) addId(kindOf(record.resource), record.id);
  for (const { kind, id } of actors) if (kind === 'agent' || kind === 'integrator') addId(kind, id);
  const admins = [...(ids.get('admin') ?? [])].map((id) => ({ kind: 'admin', id }) as const);
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
      const record = records.get(streamId) ?? recordOfStream(streamId);
      if (!record) return null;
      const { resource, id } = record;
      const page = pageOfRecord(`${resource}/${id}`);
      if (resource === 'admins') return { name: actorName({ kind: 'admin', id }).name, to: page };
      if (resource === 'rewards') return { name: id, to: page };
      const name = names.get(`${kindOf(resource)} ${id}`);
      return name ? { name, to: `${page}?tab=${resource === 'travel-agents' ? 'timeline' : 'history'}` } : null;
    },
  };
}

/** The subject of an approval: a record with known streams, so that its recent changes are shown (X7). */
export type ApprovalSubject = `${RecordResource}/${string}`;

/** The streams of a record, by its REST resource and id, for example `travel-agents/7`. Empty for an unknown one. */
export function streamsOfRecord(record: string): string[] {
  const found = parseRecord(record);
  const own = found && streamOfRecord(found);
  if (!own) return [];
  return found.resource === 'travel-agents' ? [own, accountStreamOf(found.id)] : [own];
}

/** The streams of a record, its approvals and its enquiries; for an agent also the referrals. */
export async function streamsAboutRecord(db: Pool, record: string): Promise<string[]> {
  const { resource, id = '' } = parseRecord(record) ?? {};
  const agentId = resource === 'travel-agents' && /^\d{1,9}$/.test(id) ? Number(id) : null;
  const reservationNo = resource === 'rewards' ? id : null;
  return [...streamsOfRecord(record), ...(await streamsNaming(db, { record, agentId, reservationNo }))];
}
