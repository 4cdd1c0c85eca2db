export const ADMIN_ROLES = ['Admin', 'Finance', 'Support', 'Operator', 'Auditor'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** `yes`: without approval. `second`: only with the approval of another administrator who holds the same permission. */
export type Grant = 'yes' | 'second';
type Row = Partial<Record<AdminRole, Grant>>;

/** The only definition of the roles' permissions (X1 to X6). A role that is not listed has no permission. */
export const PERMISSIONS = {
  'agents:see': { Admin: 'yes', Finance: 'yes', Support: 'yes', Auditor: 'yes' },
  'promotions:see': { Admin: 'yes', Finance: 'yes', Auditor: 'yes' },
  'enquiries:see': { Admin: 'yes', Finance: 'yes', Support: 'yes', Auditor: 'yes' },
  'agents:change': { Admin: 'yes' },
  'agents:suspend': { Admin: 'yes' },
  'agents:unlock': { Admin: 'yes', Support: 'yes' },
  'agents:change-bank-or-contact': { Admin: 'second' },
  'promotions:change': { Admin: 'yes' },
  'promotions:back-date': { Admin: 'second' },
  'enquiries:answer': { Admin: 'yes', Support: 'yes' },
  'payouts:change': { Finance: 'second' },
  'policy:change': { Finance: 'second' },
  'tax:change': { Finance: 'second' },
  'corrections:make': { Finance: 'second' },
  'months:close': { Finance: 'second' },
  'holds:release': { Finance: 'yes' },
  'holds:release-large': { Finance: 'second' },
  'admins:change': { Admin: 'second' },
  'break-glass': { Admin: 'second' },
  'integrators:change': { Admin: 'yes', Operator: 'yes' },
  'replay:run': { Admin: 'yes', Finance: 'yes', Operator: 'yes' },
  'what-if:see': { Admin: 'yes', Finance: 'yes', Operator: 'yes', Auditor: 'yes' },
  'what-if:run': { Admin: 'yes', Finance: 'yes', Operator: 'yes' },
  'parked-keys:mend': { Admin: 'yes', Operator: 'yes' },
  'queues:see': { Admin: 'yes', Operator: 'yes' },
  'programme:import': { Admin: 'yes' },
  'duties:attest': { Admin: 'yes', Finance: 'yes' },
  'reconciliation:run': { Admin: 'yes', Finance: 'yes' },
  'reports:see': { Admin: 'yes', Finance: 'yes', Auditor: 'yes' },
  'audit-log:see': { Admin: 'yes', Finance: 'yes', Auditor: 'yes' },
  'events:see': { Admin: 'yes', Finance: 'yes', Operator: 'yes', Auditor: 'yes' },
  'full-numbers:see': { Admin: 'yes', Finance: 'yes' },
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof PERMISSIONS;

/** The grant that these roles give for a permission: alone, with an approval, or null for not at all. */
export function grantOf(roles: readonly AdminRole[], permission: Permission): Grant | null {
  const row: Row = PERMISSIONS[permission];
  const grants = roles.map((role) => row[role]);
  if (grants.includes('yes')) return 'yes';
  return grants.includes('second') ? 'second' : null;
}

/** Alone or with an approval; false for a disabled administrator. */
export const isPermitted = (
  admin:
    | { readonly status: 'none' }
    | { readonly status: 'enabled' | 'disabled'; readonly roles: readonly AdminRole[] },
  permission: Permission,
): boolean => admin.status === 'enabled' && grantOf(admin.roles, permission) !== null;

/** The permissions that the roles grant, alone or with an approval. */
export const permissionsOf = (roles: readonly AdminRole[]): Permission[] =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => grantOf(roles, permission) !== null);
