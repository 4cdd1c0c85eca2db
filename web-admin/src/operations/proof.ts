/** Response of `GET /admin/proof`. */
export interface Proof {
  readonly publicKey: string;
  readonly fingerprint: string;
  readonly secondPlace: boolean;
  readonly checkpoint: {
    readonly number: number;
    readonly events: number;
    readonly root: string;
    readonly signedAt: string;
  } | null;
  readonly verifications: readonly Verification[];
}

/** Response of `GET /admin/proof/keys`. */
export interface KeysUnder {
  readonly masterKeys: readonly { readonly masterKeyId: string; readonly keys: number; readonly current: boolean }[];
}

export interface Finding {
  readonly kind: string;
  readonly streamId: string;
  readonly revision: number;
  readonly eventId: string | null;
  readonly what: string;
}

/** A verification of the whole log. */
export interface Verification {
  readonly id: string;
  readonly how: 'asked' | 'nightly' | 'command' | 'signing';
  readonly state: 'running' | 'done' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly result: {
    readonly intact: boolean;
    readonly events: number;
    readonly covered: number;
    readonly count: number;
    readonly findings: readonly Finding[];
  } | null;
  readonly error: string | null;
  readonly startedAt: string;
  readonly updatedAt: string;
}

const STILL_MS = 60_000;

/** Whether a running verification has not reported for a minute, which means that its process has ended. */
export const isAbandoned = ({ state, updatedAt }: Pick<Verification, 'state' | 'updatedAt'>, now: number): boolean =>
  state === 'running' && now - Date.parse(updatedAt) > STILL_MS;

/**
 * Estimates the remaining milliseconds of a running verification from its progress; null before an estimate is
 * possible.
 */
export function remainingMs({ done, total, startedAt }: Verification, now: number): number | null {
  const passed = now - Date.parse(startedAt);
  return done > 0 && total > done ? (passed / done) * (total - done) : null;
}
