/** A map that forgets what was unused longest beyond `size` entries, and every entry `maxAgeMs` after it was set. */
export class LruMap<Key, Value> {
  private readonly entries = new Map<Key, { value: Value; until: number }>();

  constructor(
    private readonly size: number,
    private readonly maxAgeMs: number,
    /** Milliseconds that only go forward. */
    private readonly clock: () => number = () => performance.now(),
  ) {}

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.until <= this.clock()) return undefined;
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: this.clock() + this.maxAgeMs });
    if (this.entries.size > this.size) this.entries.delete(this.entries.keys().next().value as Key);
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }
}
