import type pg from 'pg';

/** Postgres channel on which moves of checkpoints are told; without content, for a look at the checkpoints says all. */
export const MOVED_CHANNEL = 'engine_moved';

/**
 * Tells those who wait for read models (`wait-for.ts`) that checkpoints moved. Many moves make one notification: it is
 * sent when the one before has been delivered, and not more often than every `spacingMs`. What moves after a pause is
 * told at once; under load a notification wakes every process's listener, and there are as many as read models.
 */
export class Announcer {
  #pending = false;
  #sending = false;

  constructor(
    private readonly db: pg.Pool,
    private readonly spacingMs = 20,
  ) {}

  announce(): void {
    this.#pending = true;
    if (!this.#sending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#pending) {
      this.#pending = false;
      // Who waits also looks by itself, so a notification that fails is only late.
      await this.db.query(`notify ${MOVED_CHANNEL}`).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, this.spacingMs));
    }
    this.#sending = false;
  }
}
