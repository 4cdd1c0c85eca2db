import type { RaRecord } from 'react-admin';

export const ROLES = ['Admin', 'Finance', 'Support', 'Operator', 'Auditor'] as const;

export interface Administrator extends RaRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly status: string;
  readonly addedAt: string;
  readonly lastSignInAt: string | null;
  readonly refusedSince: number;
  readonly version: number;
}
