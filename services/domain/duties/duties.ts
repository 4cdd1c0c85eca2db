import { z } from 'zod';
import { type AdminRole, type Permission, permissionsOf } from '../admin/permissions.ts';
import { type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import { type EventsOf, instant } from '../event-schema.ts';

interface Conflict {
  readonly title: string;
  /** What one person with both duties could do. */
  readonly risk: string;
  readonly duties: readonly [Permission, Permission];
}

/** Pairs of duties that one person should not hold (X9). */
export const CONFLICTS = {
  'account-and-payout': {
    title: 'Bank details and payouts',
    risk: 'Could request another bank account for an agent and a payout to it.',
    duties: ['agents:change-bank-or-contact', 'payouts:change'],
  },
  'promotion-and-payout': {
    title: 'Promotions and payouts',
    risk: 'Could raise the rate of a promotion and pay the rewards.',
    duties: ['promotions:change', 'payouts:change'],
  },
  'import-and-payout': {
    title: 'Imports and payouts',
    risk: 'Could import an opening balance and pay it.',
    duties: ['programme:import', 'payouts:change'],
  },
  'integration-and-payout': {
    title: 'Integrations and payouts',
    risk: 'Could create an API key, send rental events and pay their rewards.',
    duties: ['integrators:change', 'payouts:change'],
  },
  'admin-and-payout': {
    title: 'Administrators and payouts',
    risk: 'Could add the second person who approves a payout run.',
    duties: ['admins:change', 'payouts:change'],
  },
  'hold-and-correction': {
    title: 'Holds and corrections',
    risk: 'Could correct a balance and release the hold on it.',
    duties: ['holds:release', 'corrections:make'],
  },
  'operation-and-close': {
    title: 'Operations and month close',
    risk: 'Could retry blocked keys and sign off the resulting figures.',
    duties: ['parked-keys:mend', 'months:close'],
  },
} as const satisfies Record<string, Conflict>;
type ConflictName = keyof typeof CONFLICTS;
export const CONFLICT_NAMES = Object.keys(CONFLICTS) as [ConflictName, ...ConflictName[]];

/** The conflicts of a person with these roles. Duties that need an approval count too. */
export function conflictsOf(roles: readonly AdminRole[]): ConflictName[] {
  const held = new Set<Permission>(permissionsOf(roles));
  return CONFLICT_NAMES.filter((name) => CONFLICTS[name].duties.every((duty) => held.has(duty)));
}

/** Stream `duties`: the quarterly attestations. Administrators are named by their id. */
export const dutiesEvents = {
  /** `digest` covers the conflicts and their people as they were shown. `isOwn`: the attestor is one of them. */
  DutiesAttested: z.object({
    /** `2026-Q4` */
    quarter: z.string(),
    digest: z.string(),
    conflicts: z.array(z.object({ conflict: z.enum(CONFLICT_NAMES), adminIds: z.array(z.int()) })),
    note: z.string(),
    isOwn: z.boolean(),
    attestedBy: z.int(),
    attestedAt: instant,
  }),
} as const;

type DutiesEvent = EventsOf<typeof dutiesEvents>;
export type HeldConflict = DutiesEvent['data']['conflicts'][number];

export const DUTIES_STREAM = 'duties';

/** The calendar quarter of a Johannesburg day: `2026-Q4`. */
export const quarterOf = (day: Day): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

interface Duties {
  /** Oldest first. */
  readonly attestations: readonly DutiesEvent['data'][];
}

export interface AttestDuties extends Pick<DutiesEvent['data'], 'digest' | 'note'> {
  readonly type: 'AttestDuties';
  readonly conflicts: readonly HeldConflict[];
  readonly by: number;
}

/** The same figures are attested once in a quarter (X9). Rejects with `duties.note`. */
export const dutiesDecider: Decider<Duties, AttestDuties, DutiesEvent> = {
  name: 'duties',
  initial: { attestations: [] },
  decide({ digest, conflicts, note, by }, { attestations }, at) {
    const quarter = quarterOf(dayOf(new Date(at)));
    if (conflicts.length > 0 && note.trim() === '')
      throw fieldError('duties.note', 'note', 'Say why these people may hold both duties, or what will change.');
    if (attestations.some((each) => each.quarter === quarter && each.digest === digest)) return [];
    const isOwn = conflicts.some(({ adminIds }) => adminIds.includes(by));
    const data = { quarter, digest, conflicts: [...conflicts], note: note.trim(), isOwn, attestedBy: by };
    return [{ type: 'DutiesAttested', data: { ...data, attestedAt: at } }];
  },
  evolve: ({ attestations }, { data }) => ({ attestations: [...attestations, data] }),
};
