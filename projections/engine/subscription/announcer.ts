import { pause } from '@fynbos/platform/pause.ts';
import type pg from 'pg';

/** Postgres channel that announces advanced checkpoints. It has no payload: listeners read the checkpoints. */
export const CHECKPOINT_CHANNEL = 'engine_moved';
const SPACING_MS = 20;

/**
 * Advances are combined: a notification follows the delivery of the one before, at most every `SPACING_MS`; the first
 * after a pause is immediate. Under load each wakes the listener of every process.
 */
export class Announcer {
  private pending = false;
  private sending = false;

  constructor(private readonly db: pg.Pool) {}

  announce(): void {
    this.pending = true;
    if (!this.sending) void this.send();
  }

  private async send(): Promise<void> {
    this.sending = true;
    while (this.pending) {
      this.pending = false;
      // Waiting readers also poll, so a failed notification only delays them.
      await this.db.query(`notify ${CHECKPOINT_CHANNEL}`).catch(() => undefined);
      await pause(SPACING_MS);
    }
    this.sending = false;
  }
}
