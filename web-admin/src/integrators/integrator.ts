import type { RaRecord } from 'react-admin';

export const SCOPES = ['rental-events:write', 'rental-events:read', 'rental-events:any'] as const;

export interface Integrator extends RaRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly keys: readonly { readonly keyId: string; readonly madeAt: string }[];
  readonly status: string;
  readonly addedAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** A new key, which the server returns only once. */
export interface MadeKey {
  readonly keyId: string;
  readonly apiKey: string;
}
