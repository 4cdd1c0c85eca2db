const WIDTH = 30;
const REDRAW_MS = 100;
const NUMBER = new Intl.NumberFormat('en-ZA', { maximumFractionDigits: 1 });
const isShown = (): boolean => process.stderr.isTTY;

/** Work in progress; `what` is counted, such as `events`. `rate`: a second. `total`, `remainingMs`: null if unknown. */
export interface BarFigures {
  readonly what: string;
  readonly done: number;
  readonly total: number | null;
  readonly rate: number;
  readonly remainingMs: number | null;
}

/** Removes the bar from the terminal. */
export const eraseBar = (): void => void (isShown() && process.stderr.write('\r\x1b[K'));

/** Draws a bar in place of the last one; nothing without a terminal. */
export function drawBar({ what, done, total, rate, remainingMs }: BarFigures): void {
  if (!isShown()) return;
  const share = total === null ? 0 : Math.min(1, done / Math.max(1, total));
  const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
  const ofTotal = total === null ? '' : ` of ${NUMBER.format(total)}`;
  const left = remainingMs === null ? '' : `, ${Math.ceil(remainingMs / 1000)} s left`;
  eraseBar();
  process.stderr.write(`${bar} ${NUMBER.format(done)}${ofTotal} ${what}, ${NUMBER.format(rate)} a second${left}`);
}

/** A progress bar that measures the rate and the remaining time; without a terminal only a line at the end. */
export class ProgressBar {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private done = 0;

  /** `what` is counted, such as `events`. */
  constructor(private readonly what: string) {}

  /** `total`: null if unknown. */
  at(done: number, total: number | null): void {
    this.done = done;
    if (performance.now() - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = performance.now();
    const rate = done / this.seconds();
    const remainingMs = total === null || done === 0 ? null : (Math.max(0, total - done) / rate) * 1000;
    drawBar({ what: this.what, done, total, rate, remainingMs });
  }

  /** Prints a line above the bar. */
  note(text: string): void {
    eraseBar();
    console.error(text);
  }

  /** Clears the bar and prints the duration. */
  end(): void {
    this.note(`${NUMBER.format(this.done)} ${this.what} in ${this.seconds().toFixed(1)} s`);
  }

  private seconds(): number {
    return Math.max(0.001, (performance.now() - this.startedAt) / 1000);
  }
}
