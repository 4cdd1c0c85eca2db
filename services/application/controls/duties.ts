import { hash } from 'node:crypto';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  CONFLICT_NAMES,
  CONFLICTS,
  conflictsOf,
  DUTIES_STREAM,
  dutiesDecider,
  type HeldConflict,
  quarterOf,
} from '@fynbos/domain/duties/duties.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import { adminNames } from '../audit/names.ts';
import { handle, load } from '../handle.ts';
import type { Essentials, Stores, WithLog } from '../services.ts';

/** The enabled administrators who hold conflicting duties now, with a digest of them. */
async function heldConflicts({ db }: Pick<Stores, 'db'>) {
  const people = (await enabledAdmins(db)).map(({ id, roles }) => ({ id, names: conflictsOf(roles) }));
  const conflicts = CONFLICT_NAMES.flatMap((conflict): HeldConflict[] => {
    const adminIds = people.filter(({ names }) => names.includes(conflict)).map(({ id }) => id);
    return adminIds.length === 0 ? [] : [{ conflict, adminIds }];
  });
  return { conflicts, digest: hash('sha256', JSON.stringify(conflicts)) };
}

/** Returns the attestations, oldest first. Throws `StoreUnavailable`. */
const attestations = async ({ log }: WithLog) => (await load(log, dutiesDecider, DUTIES_STREAM)).state.attestations;

/**
 * Each pair of conflicting duties with the administrators who hold it now, and the attestations, newest first. An
 * attestation of the current quarter counts while the same people hold the duties (X9).
 */
export async function dutiesView(services: Essentials) {
  const [{ conflicts, digest }, attested] = await Promise.all([heldConflicts(services), attestations(services)]);
  const ids = [...conflicts.flatMap(({ adminIds }) => adminIds), ...attested.map(({ attestedBy }) => attestedBy)];
  const nameOf = await adminNames(services.log, ids);
  const personOf = (id: number) => ({ id, name: nameOf(id) });
  const quarter = quarterOf(dayOf(services.now()));
  return {
    quarter,
    digest,
    isAttested: attested.some((each) => each.quarter === quarter && each.digest === digest),
    conflicts: CONFLICT_NAMES.map((conflict) => {
      const { title, risk } = CONFLICTS[conflict];
      const adminIds = conflicts.find((each) => each.conflict === conflict)?.adminIds ?? [];
      return { conflict, title, risk, people: adminIds.map(personOf) };
    }),
    attestations: attested.toReversed().map(({ conflicts: all, attestedBy, ...each }) => ({
      quarter: each.quarter,
      note: each.note,
      isOwn: each.isOwn,
      attestedAt: each.attestedAt,
      conflicts: all.length,
      attestedBy: personOf(attestedBy),
    })),
  };
}

/** Attests the duties that the person saw (X9). Throws `duties.seen` if they changed since, and `duties.note`. */
export async function attestDuties(
  services: Stores,
  attestation: { readonly digest: string; readonly note: string; readonly by: number },
  context: CommandContext,
) {
  const { conflicts, digest } = await heldConflicts(services);
  if (digest !== attestation.digest)
    throw new DomainError('conflict', 'duties.seen', 'The duties changed since you opened the page. Check them again.');
  const command = { type: 'AttestDuties', ...attestation, conflicts } as const;
  return handle(services.log, {
    decider: dutiesDecider,
    streamId: DUTIES_STREAM,
    command,
    context: { ...context, reason: attestation.note },
  });
}
