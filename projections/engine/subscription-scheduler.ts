import { setMaxListeners } from 'node:events';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue.ts';
import type pg from 'pg';
import type { Announcer } from './announcer.ts';
import type { CheckpointLease } from './checkpoint.ts';
import type { LogTail } from './log-tail.ts';
import { observedTake } from './observed-take.ts';
import type { Subscription } from './subscription.ts';

/** A job: "this partition of this subscription may advance". */
interface AdvanceJob {
  /** The subscription's id. The field keeps its name, since processes of two releases share the queue. */
  readonly follower: string;
  readonly partition: number;
  /** How often it was passed on by processes that could not do it. */
  readonly passes?: number;
}

export interface CarrierParts {
  readonly db: pg.Pool;
  readonly store: EventStore;
  readonly gate?: Pick<LogGate, 'refusal'>;
  readonly tail: LogTail;
  readonly queues: Queues;
  readonly announcer: Announcer;
  readonly logger: Logger;
}

export interface SchedulerTimes {
  /** How long a job waits for news after it has caught up, before it ends. */
  readonly lingerMs: number;
  /** A job that always has work ends after about this (a half to three halves), so that it may go on elsewhere. */
  readonly turnMs: number;
  /** How often checkpoints are compared with the log. */
  readonly sweepMs: number;
  /** How long a partition may stand still behind the log before a second job is made, whatever became of the first. */
  readonly rescueMs: number;
}

const defaultTimes: SchedulerTimes = { lingerMs: 1_000, turnMs: 30_000, sweepMs: 1_000, rescueMs: 3_000 };
/** Time between two jobs that this process makes for one partition because of hints, when the first is taken elsewhere. */
const hintSpacingMs = 500;
/** While an older and a newer release run side by side each takes jobs of the other's: they are passed on, so often, so soon. */
const passing = { most: 30, afterMs: 100 };
/** A wait for hints that ends without one counts as one; so it is long. The sweep does not depend on it. */
const hintTimeoutMs = 30_000;

interface Slot {
  readonly subscription: Subscription;
  readonly partition: number;
  active: boolean;
  /** Something may have been appended for which no job was made yet. */
  hinted: boolean;
  /** When a hint last made a job that did not run here, by performance.now(). */
  dispatchedAt: number;
  /** Fence at the last sweep, and since when it has been that one while behind. */
  fence: string | null;
  stillSince: number;
}

/**
 * Carries the work of followers by BullMQ jobs. A job says that a partition may advance and holds nothing else, so it may
 * be lost, late or come twice: the fenced checkpoint decides. A job works until it has caught up and then waits a while
 * for news, so that steady load costs one job, not one an event.
 *
 * No wake-up is lost between "caught up" and "job completed": jobs are deduplicated with `keepLastIfActive`, by which
 * BullMQ (on both backends) keeps a job that is added while one is active and queues it when that one ends. Hints that
 * arrive while a partition is at work here make no job; they are counted, and a job ends only when none came since its
 * last read. What still goes wrong (a flushed Redis, a killed worker whose job counts as active until its lock ends) is
 * found by the sweep.
 */
export class SubscriptionScheduler {
  readonly #places = new Map<string, Slot>();
  readonly #ending = new AbortController();
  readonly #times: SchedulerTimes;
  #hints = 0;
  #later: NodeJS.Timeout | undefined;
  #worker: QueueWorker | undefined;
  #loops: Promise<void>[] = [];

  constructor(
    /** Name of the queue. */
    private readonly name: string,
    private readonly parts: CarrierParts,
    subscriptions: readonly Subscription[],
    times: Partial<SchedulerTimes> = {},
  ) {
    this.#times = { ...defaultTimes, ...times };
    // Every job at work listens to it.
    setMaxListeners(0, this.#ending.signal);
    for (const subscription of subscriptions) {
      for (let partition = 0; partition < subscription.partitions; partition++) {
        const place = {
          subscription,
          partition,
          active: false,
          hinted: false,
          dispatchedAt: Number.NEGATIVE_INFINITY,
          fence: null,
          stillSince: 0,
        };
        this.#places.set(`${subscription.id}/${partition}`, place);
      }
    }
  }

  /** Begins to work and to dispatch. */
  start(): void {
    // A lingering job keeps its slot, so there is one for each partition, and some for second jobs.
    const concurrency = this.#places.size + 4;
    this.#worker = this.parts.queues.worker<AdvanceJob>(this.name, (job) => this.#work(job.data), { concurrency });
    this.#loops = [this.#followHints(), this.#sweepForever()];
  }

  /** Stops dispatching, lets each job finish the page at hand. */
  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#later);
    await Promise.all([...this.#loops, this.#worker?.close()]);
  }

  async #work(job: AdvanceJob): Promise<void> {
    const place = this.#places.get(`${job.follower}/${job.partition}`);
    if (place?.active || this.#ending.signal.aborted || this.#isRefused()) return;
    const lease = place ? await place.subscription.hold(job.partition) : null;
    if (!place || !lease) return this.#passOn(job);
    if (place.active) return;
    place.active = true;
    try {
      if (await this.#advance(place, lease)) await this.#dispatch([place]);
    } finally {
      place.active = false;
      place.dispatchedAt = Number.NEGATIVE_INFINITY;
      this.#hintsDue();
    }
  }

  /** Whether this is another log than the one processed so far: nothing of it may be processed. */
  #isRefused(): boolean {
    return (this.parts.gate?.refusal ?? null) !== null;
  }

  /** Leaves a job that is of another release's to a process of that one. */
  async #passOn({ passes = 0, ...job }: AdvanceJob): Promise<void> {
    if (passes >= passing.most) return;
    await this.parts.queues
      .queue<AdvanceJob>(this.name)
      .add(
        'advance',
        { ...job, passes: passes + 1 },
        { attempts: 1, delay: passing.afterMs, removeOnComplete: true, removeOnFail: true },
      );
  }

  /** Advances a partition until it has nothing to do (false) or its turn is over (true). */
  async #advance(place: Slot, first: CheckpointLease): Promise<boolean> {
    const { subscription } = place;
    const { signal } = this.#ending;
    // Random: turns that began together would end together, and all their jobs would be queued at once.
    const turnEnds = performance.now() + this.#times.turnMs * (0.5 + Math.random());
    let lease: CheckpointLease | null = first;
    while (lease && !signal.aborted && !this.#isRefused()) {
      const hints = this.#hints;
      const page = await this.parts.tail.read(lease.position, subscription.eventFilter, subscription.pageSize);
      if (page) {
        lease = await observedTake(subscription, lease, page, signal);
        this.parts.announcer.announce();
        if (performance.now() > turnEnds) return lease !== null;
        if (!page.atEnd) continue;
      }
      if (!lease) return false;
      const news = await this.parts.tail.wait(lease.position, this.#times.lingerMs);
      if (!news && hints === this.#hints) {
        place.active = false;
        return false;
      }
    }
    return false;
  }

  async #followHints(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await this.parts.store.waitForAppend(hintTimeoutMs, signal);
        this.#hints++;
        for (const place of this.#places.values()) place.hinted = !place.active;
        this.#hintsDue();
      } catch (error) {
        await this.#trouble(error);
      }
    }
  }

  /** Makes jobs of hints, and comes back for those that are too close to the one before. */
  #hintsDue(): void {
    if (this.#ending.signal.aborted) return;
    const now = performance.now();
    const hinted = [...this.#places.values()].filter((place) => place.hinted && !place.active);
    const due = hinted.filter((place) => now - place.dispatchedAt >= hintSpacingMs);
    for (const place of due) {
      place.hinted = false;
      place.dispatchedAt = now;
    }
    if (due.length > 0) this.#dispatch(due).catch((error) => this.#trouble(error));
    if (due.length < hinted.length) this.#later ??= setTimeout(() => this.#hintsDueAgain(), hintSpacingMs / 4);
  }

  #hintsDueAgain(): void {
    this.#later = undefined;
    this.#hintsDue();
  }

  async #sweepForever(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await this.#sweep();
        await sleep(this.#times.sweepMs, signal);
      } catch (error) {
        await this.#trouble(error);
      }
    }
  }

  /** Makes jobs for what stands behind the log and is not at work here; a second one for what stands still. */
  async #sweep(): Promise<void> {
    if (this.#isRefused()) return this.parts.tail.forgetTail();
    const head = await this.parts.store.head();
    if (head === undefined) return;
    const { rows } = await this.parts.db.query({
      name: 'engine-sweep',
      text: `select "projection", "partition", "version", "position", "fence" from engine.checkpoints where "projection" = any($1)`,
      values: [[...new Set([...this.#places.values()].map((place) => place.subscription.id))]],
    });
    const now = performance.now();
    const behind: Slot[] = [];
    const still: Slot[] = [];
    for (const row of rows) {
      const place = this.#places.get(`${row.projection}/${row.partition}`);
      if (!place || place.subscription.version !== row.version) continue;
      if (place.fence !== row.fence || row.position >= head) place.stillSince = now;
      place.fence = row.fence;
      if (place.active || row.position >= head) continue;
      if (now - place.stillSince > this.#times.rescueMs) still.push(place);
      else behind.push(place);
    }
    if (behind.length > 0) await this.#dispatch(behind);
    if (still.length > 0) await this.#dispatch(still, `rescue-${Math.floor(Date.now() / this.#times.rescueMs)}`);
  }

  async #dispatch(places: readonly Slot[], rescue = ''): Promise<void> {
    await this.parts.queues.queue<AdvanceJob>(this.name).addBulk(
      places.map(({ subscription, partition }) => ({
        name: 'advance',
        data: { follower: subscription.id, partition },
        opts: {
          attempts: 1,
          removeOnComplete: true,
          // A hint: the next look at the checkpoints makes it again. Kept, it would count as a dead letter.
          removeOnFail: true,
          deduplication: { id: `${subscription.id}.${partition}${rescue}`, keepLastIfActive: true },
        },
      })),
    );
  }

  async #trouble(error: unknown): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.parts.logger.warn({ err: error, queue: this.name }, 'dispatching failed; it is tried again');
    await sleep(500, this.#ending.signal);
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
