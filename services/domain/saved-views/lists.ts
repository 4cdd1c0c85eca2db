import type { Permission } from '../admin/permissions.ts';

/** By their path in the dashboard, with the permission to see them. */
export const VIEW_LISTS = {
  admins: 'audit-log:see',
  approvals: 'reports:see',
  'audit-log': 'audit-log:see',
  'audit-log/table': 'audit-log:see',
  'contact-support': 'enquiries:see',
  holds: 'reports:see',
  integrators: 'integrators:change',
  'liability/agents': 'reports:see',
  payouts: 'reports:see',
  promotions: 'promotions:see',
  referrals: 'agents:see',
  rewards: 'reports:see',
  'travel-agents': 'agents:see',
} as const satisfies Readonly<Record<string, Permission>>;

export type ViewList = keyof typeof VIEW_LISTS;

export const VIEW_LIST_NAMES = Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]];

/** The list with views that can send alerts. */
export const ALERT_LIST: ViewList = 'audit-log';
