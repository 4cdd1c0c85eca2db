const WIDTH = 30;

/** A progress bar by bytes; without a terminal, one line at the end. */
export class ProgressBar {
  private readonly startedAt = performance.now();
  private done = 0;
  private drawnAt = 0;

  constructor(
    private readonly label: string,
    private readonly total: number,
  ) {}

  at(done: number): void {
    this.done = done;
    if (!process.stderr.isTTY || performance.now() - this.drawnAt < 100) return;
    this.drawnAt = performance.now();
    this.draw();
  }

  /** Prints a line above the bar. */
  note(text: string): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.error(text);
  }

  end(): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.error(`${this.label}: ${(this.total / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
  }

  private draw(): void {
    const share = this.total === 0 ? 1 : this.done / this.total;
    const seconds = (performance.now() - this.startedAt) / 1000;
    const left = share > 0 ? Math.ceil(seconds / share - seconds) : 0;
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    process.stderr.write(`\r\x1b[K${this.label} ${bar} ${Math.floor(share * 100)} %, ${left} s left`);
  }
}
