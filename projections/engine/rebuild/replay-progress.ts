import type pg from 'pg';
import { type ReplayState, updateReplay } from './replay-record.ts';

/** The progress of a replay. */
export interface ReplayStep {
  readonly id: string;
  readonly projection: string;
  readonly state: ReplayState;
  /** Processed events, and the total as far as it is known. */
  readonly done: number;
  readonly total: number | null;
  /** Events per second since the replay began. */
  readonly rate: number;
  readonly remainingMs: number | null;
}

const writeEveryMs = 500;

/** Tracks a replay: informs the caller, writes `engine.replays`, and detects a cancellation there. */
export class ReplayProgress {
  #state: ReplayState = 'building';
  #done = 0;
  #builtMs: number | null = null;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: pg.Pool,
    readonly id: string,
    readonly projection: string,
    private readonly total: number | null,
    private readonly stopRun: AbortController,
    private readonly onProgress?: (step: ReplayStep) => void,
  ) {
    this.#timer = setInterval(() => this.#write(), writeEveryMs);
  }

  /** Reports the number of events processed since the beginning. */
  report(done: number): void {
    this.#done = done;
    this.onProgress?.(this.#step());
  }

  /** Enters the next phase of the replay. */
  async enter(state: ReplayState): Promise<void> {
    this.#builtMs ??= performance.now() - this.#startedAt;
    this.#state = state;
    await this.#writing;
    await updateReplay(this.db, this.id, { state, ...this.numbers() });
    this.onProgress?.(this.#step());
  }

  numbers(): Pick<ReplayStep, 'done' | 'total' | 'rate' | 'remainingMs'> {
    const { done, total, rate, remainingMs } = this.#step();
    return { done, total, rate, remainingMs };
  }

  summary(): { id: string; projection: string; events: number; ms: number } {
    const ms = this.#builtMs ?? performance.now() - this.#startedAt;
    return { id: this.id, projection: this.projection, events: this.#done, ms: Math.round(ms) };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #step(): ReplayStep {
    const ms = this.#builtMs ?? performance.now() - this.#startedAt;
    const rate = Math.round((this.#done / Math.max(ms, 1)) * 1000);
    const total = this.total === null && this.#builtMs === null ? null : Math.max(this.total ?? 0, this.#done);
    const left =
      this.#builtMs === null
        ? total === null || rate === 0
          ? null
          : Math.round(((total - this.#done) / rate) * 1000)
        : 0;
    return {
      id: this.id,
      projection: this.projection,
      state: this.#state,
      done: this.#done,
      total,
      rate,
      remainingMs: left,
    };
  }

  #write(): void {
    this.#writing = updateReplay(this.db, this.id, this.numbers())
      .then((cancelled) => {
        if (cancelled) this.stopRun.abort();
      })
      .catch(() => undefined);
  }
}
