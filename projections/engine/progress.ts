import { type Schedule, schedule } from '@fynbos/platform/schedule.ts';

/** What a person sees of work that takes minutes. Rate: units a second. */
export interface ProgressFigures {
  readonly done: number;
  /** Null where it is not known yet. */
  readonly total: number | null;
  readonly rate: number;
  readonly remainingMs: number | null;
}

export interface ProgressRecord {
  readonly total?: number | null;
  /** Stores the figures. Returns whether a cancellation was requested. Failures are ignored. */
  write(figures: ProgressFigures): Promise<boolean>;
  /** Called when a cancellation was requested. */
  cancel(): void;
}

const WRITE_EVERY_MS = 500;

/** Measures long work, stores its progress twice a second, and reads there whether it was cancelled. */
export class Progress {
  private done = 0;
  private total: number | null;
  private startedAt = performance.now();
  private tookMs: number | null = null;
  private readonly writing: Schedule;

  constructor({ total = null, write, cancel }: ProgressRecord) {
    this.total = total;
    this.writing = schedule(
      WRITE_EVERY_MS,
      async () => {
        if (await write(this.figures())) cancel();
      },
      () => undefined,
      WRITE_EVERY_MS,
    );
  }

  /** Sets the total number of units and starts the clock. */
  expect(total: number): void {
    this.total = total;
    this.startedAt = performance.now();
  }

  /** Sets the number of finished units. */
  report(done: number): void {
    this.done = done;
  }

  /** Ends the measured part of the work; what follows has no estimate. */
  end(): void {
    this.tookMs ??= this.ms;
  }

  /** Milliseconds since the beginning, or until `end`. */
  get ms(): number {
    return this.tookMs ?? performance.now() - this.startedAt;
  }

  figures(): ProgressFigures {
    const { done } = this;
    const isOver = this.tookMs !== null;
    const rate = Math.round((done / Math.max(this.ms, 1)) * 1000);
    const total = this.total === null && !isOver ? null : Math.max(this.total ?? 0, done);
    const estimateMs = total === null || rate === 0 ? null : Math.round(((total - done) / rate) * 1000);
    return { done, total, rate, remainingMs: isOver ? 0 : estimateMs };
  }

  /** Stops writing. */
  stop(): Promise<void> {
    return this.writing.close();
  }
}
