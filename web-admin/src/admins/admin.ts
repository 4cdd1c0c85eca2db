export type { Administrator } from '@fynbos/api/admins/answers.ts';

export const ROLES = ['Admin', 'Finance', 'Support', 'Operator', 'Auditor'] as const;
