import type { Wording } from '../i18n/wording.ts';

export interface Follower {
  readonly name: string;
  readonly kind: 'projection' | 'reaction';
  readonly version: number;
  readonly versionInCode: number;
  readonly position: string | null;
  readonly behind: number;
  readonly lagMs: number;
  readonly events: number;
  readonly rate: number;
  readonly parkedKeys: number;
}

export interface Overview {
  readonly head: string | null;
  readonly followers: readonly Follower[];
  readonly health: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly ms: number;
    readonly facts: readonly (readonly [string, string])[];
  }[];
  readonly queues: readonly {
    readonly name: string;
    readonly waiting: number | null;
    readonly active: number | null;
    readonly delayed: number | null;
    readonly failed: number | null;
  }[];
}

export interface ParkedKey {
  readonly id: string;
  readonly projection: string;
  readonly key: string;
  readonly eventId: string;
  readonly eventType: string | null;
  readonly streamId: string | null;
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly parkedAt: string;
  readonly waiting: number;
}

/** An event that waits behind a blocked key. */
export interface WaitingEvent {
  readonly eventId: string;
  readonly type: string | null;
  readonly streamId: string | null;
  readonly recordedAt: string | null;
}

/** An e-mail or SMS that failed permanently or has an unknown delivery state. */
export interface DeadNotice {
  readonly id: string;
  readonly kind: string;
  readonly channel: 'email' | 'sms';
  readonly streamId: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly mayHaveLeft: boolean;
  readonly since: string;
}

export interface Replay {
  readonly id: string;
  readonly projection: string;
  readonly version: number;
  readonly state: string;
  readonly done: number;
  readonly total: number | null;
  readonly rate: number;
  readonly remainingMs: number | null;
  readonly comparison: {
    readonly equal: boolean;
    readonly liveRows: number;
    readonly rebuiltRows: number;
    readonly different: number;
    readonly onlyLive: number;
    readonly onlyRebuilt: number;
  } | null;
  readonly error: string | null;
  readonly startedAt: string;
}

/** States of a replay that is still running. */
export const RUNNING: ReadonlySet<string> = new Set(['building', 'catching-up', 'comparing', 'swapping']);

/** Formats a duration in its largest meaningful unit: `4 min`, `12 s`. */
export function duration(ms: number): Wording {
  if (ms < 1_000) return ['%{count} ms', { count: Math.round(ms) }];
  if (ms < 90_000) return ['%{count} s', { count: Math.round(ms / 1_000) }];
  return ms < 5_400_000
    ? ['%{count} min', { count: Math.round(ms / 60_000) }]
    : ['%{count} h', { count: Math.round(ms / 3_600_000) }];
}
