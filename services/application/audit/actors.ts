import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { actorKind } from '@fynbos/projections/audit-log/audit-log.ts';
import { z } from 'zod';
import { loadMany } from '../handle.ts';

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
