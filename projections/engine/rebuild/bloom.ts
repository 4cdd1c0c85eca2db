const hashes = 4;

/**
 * Bloom filter: remembers keys in a few bits each. When `mayHave` returns false, the key is absent. It wrongly returns
 * true in a few percent of cases, up to the number of keys that the filter is sized for.
 */
export class Bloom {
  readonly #bits: Uint32Array;

  constructor(keys: number) {
    this.#bits = new Uint32Array(Math.ceil((keys * 8) / 32));
  }

  add(key: string): void {
    const [first, step] = hashesOf(key);
    for (let i = 0; i < hashes; i++) {
      const bit = this.#bitAt(first + i * step);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(key: string): boolean {
    const [first, step] = hashesOf(key);
    for (let i = 0; i < hashes; i++) {
      const bit = this.#bitAt(first + i * step);
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  #bitAt(hash: number): number {
    return (hash >>> 0) % (this.#bits.length * 32);
  }
}

function hashesOf(key: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b | 1];
}
