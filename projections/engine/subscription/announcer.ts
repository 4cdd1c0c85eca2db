import { pause } from '@fynbos/platform/pause.ts';
import type pg from 'pg';

/** Postgres channel that announces advanced checkpoints. It has no payload: listeners read the checkpoints. */
export const MOVED_CHANNEL = 'engine_moved';
const SPACING_MS = 20;

/**
 * Notifies readers that wait for read models (`engine/read-your-writes.ts`) that checkpoints advanced. Advances are
 * combined: a notification is sent after the previous one was delivered, at most every `SPACING_MS`. The first advance
 * after a pause is sent at once. The limit matters under load: each notification wakes the listener of every process,
 * and every read model causes notifications.
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
      await this.db.query(`notify ${MOVED_CHANNEL}`).catch(() => undefined);
      await pause(SPACING_MS);
    }
    this.sending = false;
  }
}
