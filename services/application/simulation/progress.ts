import { type Schedule, schedule } from '@fynbos/platform/schedule.ts';
import type pg from 'pg';
import type { SimulationTotals } from './record.ts';

const WRITE_EVERY_MS = 500;

/** Writes the progress of a simulation to its record, and reads there whether it is cancelled. */
export class SimulationProgress {
  #done = 0;
  #total: number | null = null;
  #startedAt = performance.now();
  readonly #stop = new AbortController();
  readonly #writing: Schedule;

  constructor(
    private readonly db: pg.Pool,
    private readonly id: string,
  ) {
    // A failed write is repeated by the next one. The simulation itself reports an outage.
    this.#writing = schedule(
      WRITE_EVERY_MS,
      () => this.#write(),
      () => undefined,
      WRITE_EVERY_MS,
    );
  }

  /** Aborted on cancellation. */
  get cancelled(): AbortSignal {
    return this.#stop.signal;
  }

  /** Sets the number of reservations. */
  expect(total: number): void {
    this.#total = total;
    this.#startedAt = performance.now();
  }

  /** Adds finished reservations. */
  add(count: number): void {
    this.#done += count;
  }

  async finish({
    totals,
    position,
    asOf,
  }: {
    totals: SimulationTotals;
    position: string | null;
    asOf: Date;
  }): Promise<void> {
    await this.stop();
    const { rate } = this.#numbers();
    await this.db.query(
      `update what_if.runs set state = 'done', totals = $2, position = $3, "asOf" = $4, done = $5, rate = $6, "remainingMs" = 0,
         "updatedAt" = now() where id = $1`,
      [this.id, JSON.stringify(totals), position, asOf, this.#done, rate],
    );
  }

  stop(): Promise<void> {
    return this.#writing.close();
  }

  #numbers(): { rate: number; remainingMs: number | null } {
    const rate = Math.round((this.#done / Math.max(1, performance.now() - this.#startedAt)) * 1000);
    const left = this.#total === null || rate === 0 ? null : Math.round(((this.#total - this.#done) / rate) * 1000);
    return { rate, remainingMs: left };
  }

  async #write(): Promise<void> {
    const { rate, remainingMs } = this.#numbers();
    const { rows } = await this.db.query<{ cancelRequested: boolean }>(
      `update what_if.runs set done = $2, total = $3, rate = $4, "remainingMs" = $5, "updatedAt" = now()
       where id = $1 returning "cancelRequested"`,
      [this.id, this.#done, this.#total, rate, remainingMs],
    );
    if (rows[0]?.cancelRequested) this.#stop.abort();
  }
}
