import type { Position } from '../port.ts';

export type FindingKind = 'edited' | 'removed' | 'inserted' | 'reordered' | 'checkpoint';

/** Something that does not hold. Names events, never what is in them. */
export interface Finding {
  readonly kind: FindingKind;
  readonly streamId: string;
  /** Of the event that was recorded there, or stands there now. */
  readonly revision: number;
  /** Null where the event is gone. */
  readonly eventId: string | null;
  readonly position: Position | null;
  /** In words. */
  readonly what: string;
}

/** More than these are counted and not named. */
export const FINDINGS_NAMED = 100;

/** What does not hold, the first in the log's order first. */
export class Findings {
  readonly named: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count++;
    if (this.named.length < FINDINGS_NAMED) this.named.push(finding);
  }
}
