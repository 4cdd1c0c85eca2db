import { hash } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  CONFLICT_NAMES,
  conflictsOf,
  DUTIES_STREAM,
  dutiesDecider,
  type HeldConflict,
} from '@fynbos/domain/duties/duties.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import { handle, load } from '../handle.ts';
import type { Stores, WithLog } from '../services.ts';

/** The enabled administrators who hold conflicting duties now, with a digest of them. */
export async function heldConflicts({ db }: Pick<Stores, 'db'>) {
  const people = (await enabledAdmins(db)).map(({ id, roles }) => ({ id, names: conflictsOf(roles) }));
  const conflicts = CONFLICT_NAMES.flatMap((conflict): HeldConflict[] => {
    const adminIds = people.filter(({ names }) => names.includes(conflict)).map(({ id }) => id);
    return adminIds.length === 0 ? [] : [{ conflict, adminIds }];
  });
  return { conflicts, digest: hash('sha256', JSON.stringify(conflicts)) };
}

/** The attestations so far, oldest first. Throws `StoreUnavailable`. */
export const attestations = async ({ log }: WithLog) =>
  (await load(log, dutiesDecider, DUTIES_STREAM)).state.attestations;

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
