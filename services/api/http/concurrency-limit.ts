import { RateLimitExceeded } from '@fynbos/application/auth/limits.ts';
import { HttpRefusal } from './problem.ts';

/** Limits on concurrent expensive work in this process. */
interface ConcurrencyOptions {
  readonly max: number;
  /** Maximum per person. */
  readonly maxPerPerson: number;
  /** Maximum wait for a free slot, in milliseconds. */
  readonly waitMs: number;
}

interface Waiting {
  readonly person: string;
  readonly start: () => void;
}

/** Seconds after which to retry. */
const RETRY_AFTER_S = 5;

/** Slots for answers that hold many resources while they run. The limit keeps them from using all resources. */
export class ConcurrencyLimit {
  private readonly held = new Map<string, number>();
  private all = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly options: ConcurrencyOptions) {}

  /** After a short wait, throws 429 if all of the person's slots are in use, or 503 if all slots are. */
  async run<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    if (this.isFree(person)) this.take(person);
    else await this.wait(person);
    try {
      return await work();
    } finally {
      this.release(person);
    }
  }

  private isFree(person: string): boolean {
    return this.all < this.options.max && this.ofOne(person) < this.options.maxPerPerson;
  }

  private ofOne(person: string): number {
    return this.held.get(person) ?? 0;
  }

  private take(person: string): void {
    this.all++;
    this.held.set(person, this.ofOne(person) + 1);
  }

  private wait(person: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((one) => one !== waiting);
        reject(this.refusal(person));
      }, this.options.waitMs);
      const waiting: Waiting = {
        person,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.push(waiting);
    });
  }

  private refusal(person: string): Error {
    if (this.ofOne(person) >= this.options.maxPerPerson)
      return new RateLimitExceeded(
        RETRY_AFTER_S,
        `At most ${this.options.maxPerPerson} of these can run at once. Try again when one has finished.`,
      );
    return new HttpRefusal(
      503,
      'busy',
      'The server is busy with other requests of this kind. Try again in a moment.',
      RETRY_AFTER_S,
    );
  }

  /** The longest-waiting caller that is within its limit gets the slot. */
  private release(person: string): void {
    this.all--;
    if (this.ofOne(person) === 1) this.held.delete(person);
    else this.held.set(person, this.ofOne(person) - 1);
    const next = this.waiting.find((one) => this.isFree(one.person));
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.take(next.person);
    next.start();
  }
}
