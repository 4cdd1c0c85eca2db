import { type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DutiesEvent, HeldConflict } from './events.ts';

export const DUTIES_STREAM = 'duties';

/** The calendar quarter of a Johannesburg day: `2026-Q4`. */
export const quarterOf = (day: Day): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

export type Attestation = DutiesEvent['data'];

export interface Duties {
  /** Oldest first. */
  readonly attestations: readonly Attestation[];
}

export interface AttestDuties {
  readonly type: 'AttestDuties';
  readonly digest: string;
  readonly conflicts: readonly HeldConflict[];
  readonly note: string;
  readonly by: number;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * The attestation of a quarter (X9): who holds conflicting duties, and why that is acceptable. The same figures are
 * attested once in a quarter. Rejects with `duties.note`.
 */
export const dutiesDecider: Decider<Duties, AttestDuties, DutiesEvent> = {
  name: 'duties',
  initial: { attestations: [] },
  decide({ digest, conflicts, note, by, at }, { attestations }) {
    const quarter = quarterOf(dayOf(new Date(at)));
    if (conflicts.length > 0 && note.trim() === '') {
      const message = 'Say why these people may hold both duties, or what will change.';
      throw new DomainError('invalid', 'duties.note', message, [{ field: 'note', message }]);
    }
    if (attestations.some((each) => each.quarter === quarter && each.digest === digest)) return [];
    const isOwn = conflicts.some(({ adminIds }) => adminIds.includes(by));
    const data = {
      quarter,
      digest,
      conflicts: [...conflicts],
      note: note.trim(),
      isOwn,
      attestedBy: by,
      attestedAt: at,
    };
    return [{ type: 'DutiesAttested', data }];
  },
  evolve: ({ attestations }, { data }) => ({ attestations: [...attestations, data] }),
};
