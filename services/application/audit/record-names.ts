import type { Actor } from '@fynbos/domain/decider.ts';
import { recordNames } from '@fynbos/projections/audit-log/records.ts';
import { z } from 'zod';
import type { Application } from '../services.ts';
import { type NamedActor, namesOf } from './actors.ts';

/** A record with its display name and its address in the dashboard; `to` is null for a record without a page. */
export const namedRecord = z.object({ name: z.string(), to: z.string().nullable() });
export type NamedRecord = Readonly<z.output<typeof namedRecord>>;

/** Names of actors and records. */
export interface Names {
  actor(actor: Actor): NamedActor;
  record(streamId: string): NamedRecord | null;
}

/** The kinds of streams with a name in a read model, and the page of a record. */
const NAMED: Readonly<Record<string, { readonly page: string; readonly tab: string }>> = {
  agent: {
    page: 'travel-agents',
    tab: 'Timeline',
  },
  promotion: {
    page: 'promotions',
    tab: 'History',
  },
  challenge: {
    page: 'challenges',
    tab: 'History',
  },
  enquiry: {
    page: 'contact-support',
    tab: 'History',
  },
  integrator: {
    page: 'integrators',
    tab: 'History',
  },
  'payout-run': {
    page: 'payouts',
    tab: 'History',
  },
};
/** Kinds of streams that are named after the record of another kind. */
const SAME_AS: readonly (readonly [prefix: string, kind: string])[] = [['rewards-account-', 'agent']];

function partsOf(streamId: string): readonly [kind: string, id: string] {
  const same = SAME_AS.find(([prefix]) => streamId.startsWith(prefix));
  if (same) return [same[1], streamId.slice(same[0].length)];
  const kind = Object.keys(NAMED).find((one) => streamId.startsWith(`${one}-`)) ?? streamId.split('-')[0] ?? '';
  return [kind, streamId.slice(kind.length + 1)];
}

/** Resolves the names of actors and of the records of streams, in one query per kind. Throws `StoreUnavailable`. */
export async function loadNames(
  { log, db }: Pick<Application, 'log' | 'db'>,
  { actors, streamIds }: { readonly actors: readonly Actor[]; readonly streamIds: readonly string[] },
): Promise<Names> {
  const ids = new Map<string, Set<string>>();
  const want = (kind: string, id: string) => ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  for (const streamId of streamIds) want(...partsOf(streamId));
  for (const { kind, id } of actors) if (kind === 'agent' || kind === 'integrator') want(kind, id);
  const admins = [...(ids.get('admin') ?? [])].map((id) => ({ kind: 'admin', id }) as const);
  const actorName = await namesOf(log, [...actors, ...admins]);
  const names = new Map<string, string>();
  await Promise.all(
    [...ids].map(async ([kind, wanted]) => {
      for (const { id, name } of await recordNames(db, kind, [...wanted])) names.set(`${kind} ${id}`, name);
    }),
  );
  return {
    actor(actor) {
      if (actor.kind === 'system') return { ...actor, name: 'The system' };
      return { ...actor, name: names.get(`${actor.kind} ${actor.id}`) || actorName(actor).name };
    },
    record(streamId) {
      const [kind, id] = partsOf(streamId);
      if (kind === 'admin') return { name: actorName({ kind, id }).name, to: `/admins/${id}` };
      if (kind === 'rental') return { name: id, to: `/rewards/${encodeURIComponent(id)}` };
      const named = NAMED[kind];
      const name = names.get(`${kind} ${id}`);
      return named && name ? { name, to: `/${named.page}/${id}?tab=${named.tab}` } : null;
    },
  };
}
