import { TooMany } from '@fynbos/application/sign-in/limits.ts';
import { HttpRefusal } from '../http/problem.ts';

/** Limits on concurrent expensive work in this process. */
export interface TurnsOptions {
  readonly most: number;
  /** Maximum per person. */
  readonly mostEach: number;
  /** Maximum wait for a free slot, in milliseconds. */
  readonly waitMs: number;
}

interface Waiting {
  readonly who: string;
  readonly go: () => void;
}

/** Seconds after which to retry. */
const AGAIN_S = 5;

/** Slots for answers that hold many resources while they run. The limit keeps them from using all resources. */
export class Turns {
  private readonly held = new Map<string, number>();
  private all = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly options: TurnsOptions) {}

  /**
   * Runs `work` when a slot is free for `who`, and releases the slot afterwards. After a short wait, throws 429 if all
   * of that person's slots are in use, or 503 if all slots are.
   */
  async run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    if (this.isFree(who)) this.take(who);
    else await this.wait(who);
    try {
      return await work();
    } finally {
      this.giveBack(who);
    }
  }

  private isFree(who: string): boolean {
    return this.all < this.options.most && this.ofOne(who) < this.options.mostEach;
  }

  private ofOne(who: string): number {
    return this.held.get(who) ?? 0;
  }

  private take(who: string): void {
    this.all++;
    this.held.set(who, this.ofOne(who) + 1);
  }

  private wait(who: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((one) => one !== waiting);
        reject(this.refusal(who));
      }, this.options.waitMs);
      const waiting: Waiting = {
        who,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.push(waiting);
    });
  }

  private refusal(who: string): Error {
    if (this.ofOne(who) >= this.options.mostEach)
      return new TooMany(AGAIN_S, `At most ${this.options.mostEach} of these at once. Try again when one has ended.`);
    return new HttpRefusal(503, 'busy', 'Others are being made just now. Try again in a moment.', AGAIN_S);
  }

  /** The longest-waiting caller that is within its limit gets the slot. */
  private giveBack(who: string): void {
    this.all--;
    if (this.ofOne(who) === 1) this.held.delete(who);
    else this.held.set(who, this.ofOne(who) - 1);
    const next = this.waiting.find((one) => this.isFree(one.who));
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.take(next.who);
    next.go();
  }
}
