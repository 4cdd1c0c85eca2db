const WIDTH = 30;
const number = new Intl.NumberFormat('en-ZA', { maximumFractionDigits: 0 });

/** A progress bar with rate and remaining time; without a terminal only a line at the end. */
export class CountBar {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private done = 0;

  constructor(private readonly what: string) {}

  /** `total`: null if unknown. */
  at(done: number, total: number | null): void {
    this.done = done;
    if (!process.stderr.isTTY || performance.now() - this.drawnAt < 100) return;
    this.drawnAt = performance.now();
    const share = total === null ? 0 : Math.min(1, done / Math.max(1, total));
    const seconds = this.seconds();
    const filled = Math.round(share * WIDTH);
    const left = share > 0 ? `, ${Math.ceil(seconds / share - seconds)} s left` : '';
    const of = total === null ? '' : ` of ${number.format(total)}`;
    process.stderr.write(
      `\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${number.format(done)}${of} ${this.what}, ${number.format(done / seconds)} a second${left}`,
    );
  }

  /** Clears the bar and prints the duration. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.error(`${number.format(this.done)} ${this.what} in ${this.seconds().toFixed(1)} s`);
  }

  private seconds(): number {
    return Math.max(0.001, (performance.now() - this.startedAt) / 1000);
  }
}
