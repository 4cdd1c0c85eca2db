type Found<Value> = ReadonlyMap<string, Value>;

interface Waiting<Value> {
  readonly names: readonly string[];
  readonly resolve: (found: Found<Value>) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLoaderOptions {
  /** Questions under way at a time. */
  readonly lanes: number;
  /** Things in a question that is put together; who asks for more has a question of their own. */
  readonly most: number;
}

/**
 * Puts what many ask for at once into one question: while as many as there are lanes are under way, further ones wait and
 * go together as the next. So a read costs the less the more of them there are, and alone it waits for nobody. Each is
 * asked after it was submitted, so it sees what was recorded before.
 */
export class BatchLoader<Value> {
  private waiting: Waiting<Value>[] = [];
  private asking = 0;
  private scheduled = false;

  constructor(
    private readonly ask: (names: readonly string[]) => Promise<Found<Value>>,
    private readonly options: BatchLoaderOptions,
  ) {}

  /** What there is of these names. Rejects with the error of the question that it was part of. */
  async read(names: readonly string[]): Promise<Found<Value>> {
    if (names.length > this.options.most) return this.ask(names);
    const found = await new Promise<Found<Value>>((resolve, reject) => {
      this.waiting.push({ names, resolve, reject });
      this.schedule();
    });
    const own = new Map<string, Value>();
    for (const name of names) {
      const value = found.get(name);
      if (value !== undefined) own.set(name, value);
    }
    return own;
  }

  /** A turn later, so that those who ask in the same turn go together. */
  private schedule(): void {
    if (this.scheduled || this.asking >= this.options.lanes || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.next();
      this.schedule();
    });
  }

  private async next(): Promise<void> {
    const names = new Set<string>();
    let taken = 0;
    for (const one of this.waiting) {
      if (taken > 0 && names.size + one.names.length > this.options.most) break;
      for (const name of one.names) names.add(name);
      taken++;
    }
    const batch = this.waiting.splice(0, taken);
    this.asking++;
    try {
      const found = await this.ask([...names]);
      for (const { resolve } of batch) resolve(found);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.asking--;
      this.schedule();
    }
  }
}
