const WIDTH = 30;
const number = new Intl.NumberFormat('en-ZA', { maximumFractionDigits: 1 });
const isShown = (): boolean => process.stderr.isTTY;
const erase = (): void => void (isShown() && process.stderr.write('\r\x1b[K'));

/** A progress bar with rate and remaining time; without a terminal only a line at the end. */
export class ProgressBar {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private done = 0;

  /** `what` is counted, such as `events`. */
  constructor(private readonly what: string) {}

  /** `total`: null if unknown. */
  at(done: number, total: number | null): void {
    this.done = done;
    if (!isShown() || performance.now() - this.drawnAt < 100) return;
    this.drawnAt = performance.now();
    const share = total === null ? 0 : Math.min(1, done / Math.max(1, total));
    const seconds = this.seconds();
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const left = share > 0 ? `, ${Math.ceil(seconds / share - seconds)} s left` : '';
    const of = total === null ? '' : ` of ${number.format(total)}`;
    erase();
    process.stderr.write(
      `${bar} ${number.format(done)}${of} ${this.what}, ${number.format(done / seconds)} a second${left}`,
    );
  }

  /** Prints a line above the bar. */
  note(text: string): void {
    erase();
    console.error(text);
  }

  /** Clears the bar and prints the duration. */
  end(): void {
    this.note(`${number.format(this.done)} ${this.what} in ${this.seconds().toFixed(1)} s`);
  }

  private seconds(): number {
    return Math.max(0.001, (performance.now() - this.startedAt) / 1000);
  }
}
