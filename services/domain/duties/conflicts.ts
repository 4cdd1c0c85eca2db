import { type AdminRole, type Permission, permissionsOf } from '../admin/permissions.ts';

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
export type ConflictName = keyof typeof CONFLICTS;
export const CONFLICT_NAMES = Object.keys(CONFLICTS) as [ConflictName, ...ConflictName[]];

/** The conflicts of a person with these roles. Duties that need an approval count too. */
export function conflictsOf(roles: readonly AdminRole[]): ConflictName[] {
  const held = new Set<Permission>(permissionsOf(roles));
  return CONFLICT_NAMES.filter((name) => CONFLICTS[name].duties.every((duty) => held.has(duty)));
}
