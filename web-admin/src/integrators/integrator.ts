export type { Integrator, MadeKey } from '@fynbos/api/integrators/answers.ts';

export const SCOPES = ['rental-events:write', 'rental-events:read', 'rental-events:any'] as const;
