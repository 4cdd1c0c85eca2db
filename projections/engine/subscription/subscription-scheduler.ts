import { setMaxListeners } from 'node:events';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { pause } from '@fynbos/platform/pause.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import type pg from 'pg';
import type { CheckpointLease } from '../checkpoint.ts';
import type { Announcer } from './announcer.ts';
import type { LogTail } from './log-tail.ts';
import { processInstrumented, type Subscription } from './subscription.ts';

/** A job: "this partition of this subscription may advance". */
interface AdvanceJob {
  /** The subscription's id. The field keeps this name because processes of two releases share the queue. */
  readonly follower: string;
  readonly partition: number;
  /** How often processes that could not run the job passed it on. */
  readonly passes?: number;
}

export interface SchedulerParts {
  readonly db: pg.Pool;
  readonly store: EventStore;
  readonly gate?: Pick<LogGate, 'refusal'>;
  readonly tail: LogTail;
  readonly queues: Queues;
  readonly announcer: Announcer;
  readonly logger: Logger;
}

export interface SchedulerTimes {
  /** How long a job waits for new events after it has caught up, before it ends. */
  readonly lingerMs: number;
  /** About (a half to three halves): then a job with work may continue in another process. */
  readonly turnMs: number;
  /** How often checkpoints are compared with the log. */
  readonly sweepMs: number;
  /** Behind the log for this long: a second job is created, even if the first still exists. */
  readonly rescueMs: number;
}

const DEFAULT_TIMES: SchedulerTimes = { lingerMs: 1_000, turnMs: 30_000, sweepMs: 1_000, rescueMs: 3_000 };
/** Between two jobs for a partition because of hints, while another process runs the first. */
const HINT_SPACING_MS = 500;
/** Two releases get each other's jobs during an update and pass them on, at most this often, after this delay. */
const REQUEUE_LIMITS = { most: 30, afterMs: 100 };
/** A wait for hints that times out counts as a hint, so the timeout is long. The sweep does not depend on it. */
const HINT_TIMEOUT_MS = 30_000;

/** The sweep creates a failed hint's job again; kept, it would count as a dead letter. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true };

interface Slot {
  readonly subscription: Subscription;
  readonly partition: number;
  active: boolean;
  /** Events may have been appended for which no job was created yet. */
  hinted: boolean;
  /** When a hint last created a job that did not run here, by performance.now(). */
  dispatchedAt: number;
  /** The fencing token at the last sweep, and since when it has been unchanged while behind. */
  fence: string | null;
  stillSince: number;
}

/**
 * Runs as BullMQ jobs. A job says only that a partition may advance, so it may be lost, late or duplicated: the fenced
 * checkpoint decides. It works until it has caught up and then waits for new events, so that steady load costs one job.
 * Jobs are deduplicated with `keepLastIfActive`: one added while another is active is queued when that ends. Hints for
 * a partition that is active here are counted instead, and its job ends only without hints since its last read. The
 * sweep finds the rest: a flushed Redis, or a killed worker with a job that counts as active until its lock expires.
 */
export class SubscriptionScheduler {
  private readonly slots = new Map<string, Slot>();
  private readonly ending = new AbortController();
  private readonly times: SchedulerTimes;
  private hints = 0;
  private later: NodeJS.Timeout | undefined;
  private worker: QueueWorker | undefined;
  private loops: Promise<void>[] = [];

  constructor(
    private readonly name: string,
    private readonly parts: SchedulerParts,
    subscriptions: readonly Subscription[],
    times: Partial<SchedulerTimes> = {},
  ) {
    this.times = { ...DEFAULT_TIMES, ...times };
    // Every active job listens to this signal.
    setMaxListeners(0, this.ending.signal);
    for (const subscription of subscriptions) {
      for (let partition = 0; partition < subscription.partitions; partition++) {
        const slot = {
          subscription,
          partition,
          active: false,
          hinted: false,
          dispatchedAt: Number.NEGATIVE_INFINITY,
          fence: null,
          stillSince: 0,
        };
        this.slots.set(`${subscription.id}/${partition}`, slot);
      }
    }
  }

  /** Starts to work and to dispatch. */
  start(): void {
    // A lingering job keeps its slot, so there is one slot per partition and some for second jobs.
    const concurrency = this.slots.size + 4;
    this.worker = this.parts.queues.worker<AdvanceJob>(this.name, (job) => this.work(job.data), { concurrency });
    this.loops = [this.followHints(), this.sweepForever()];
  }

  /** Stops dispatching, and lets each job finish its current page. */
  async close(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.later);
    await Promise.all([...this.loops, this.worker?.close()]);
  }

  private async work(job: AdvanceJob): Promise<void> {
    const slot = this.slots.get(`${job.follower}/${job.partition}`);
    if (slot?.active || this.ending.signal.aborted || this.isRefused()) return;
    const lease = slot ? await slot.subscription.readLease(job.partition) : null;
    if (!slot || !lease) return this.requeueForOtherRelease(job);
    if (slot.active) return;
    slot.active = true;
    try {
      if (await this.advance(slot, lease)) await this.dispatch([slot]);
    } finally {
      slot.active = false;
      slot.dispatchedAt = Number.NEGATIVE_INFINITY;
      this.hintsDue();
    }
  }

  /** Whether the log differs from the one processed so far; then no event of it may be processed. */
  private isRefused(): boolean {
    return (this.parts.gate?.refusal ?? null) !== null;
  }

  /** Passes a job of another release on to a process of that release. */
  private async requeueForOtherRelease({ passes = 0, ...job }: AdvanceJob): Promise<void> {
    if (passes >= REQUEUE_LIMITS.most) return;
    const options = { ...JOB_OPTIONS, delay: REQUEUE_LIMITS.afterMs };
    await this.parts.queues.queue<AdvanceJob>(this.name).add('advance', { ...job, passes: passes + 1 }, options);
  }

  /** Advances a partition until it has no work (returns false) or its time slice ends (returns true). */
  private async advance(slot: Slot, first: CheckpointLease): Promise<boolean> {
    const { subscription } = slot;
    const { signal } = this.ending;
    // Randomised: time slices that began together would otherwise end together and queue all their jobs at once.
    const turnEnds = performance.now() + this.times.turnMs * (0.5 + Math.random());
    let lease: CheckpointLease | null = first;
    while (lease && !signal.aborted && !this.isRefused()) {
      const hints = this.hints;
      const page = await this.parts.tail.read(lease.position, subscription.eventFilter, subscription.pageSize);
      if (page) {
        lease = await processInstrumented(subscription, lease, page, signal);
        this.parts.announcer.announce();
        if (performance.now() > turnEnds) return lease !== null;
        if (!page.atEnd) continue;
      }
      if (!lease) return false;
      const news = await this.parts.tail.wait(lease.position, this.times.lingerMs);
      if (!news && hints === this.hints) {
        slot.active = false;
        return false;
      }
    }
    return false;
  }

  private async followHints(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.parts.store.waitForAppend(HINT_TIMEOUT_MS, signal);
        this.hints++;
        for (const slot of this.slots.values()) slot.hinted = !slot.active;
        this.hintsDue();
      } catch (error) {
        await this.logAndPause(error);
      }
    }
  }

  /** Creates jobs for hints, and postpones those that are too close to the previous job. */
  private hintsDue(): void {
    if (this.ending.signal.aborted) return;
    const now = performance.now();
    const hinted = [...this.slots.values()].filter((slot) => slot.hinted && !slot.active);
    const due = hinted.filter((slot) => now - slot.dispatchedAt >= HINT_SPACING_MS);
    for (const slot of due) {
      slot.hinted = false;
      slot.dispatchedAt = now;
    }
    if (due.length > 0) this.dispatch(due).catch((error) => this.logAndPause(error));
    if (due.length < hinted.length)
      this.later ??= setTimeout(() => {
        this.later = undefined;
        this.hintsDue();
      }, HINT_SPACING_MS / 4);
  }

  private async sweepForever(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.sweep();
        await pause(this.times.sweepMs, signal);
      } catch (error) {
        await this.logAndPause(error);
      }
    }
  }

  /** Those behind the log and not active here; a second job for stalled ones. */
  private async sweep(): Promise<void> {
    if (this.isRefused()) return this.parts.tail.forgetTail();
    const head = await this.parts.store.head();
    if (head === undefined) return;
    const { rows } = await this.parts.db.query({
      name: 'engine-sweep',
      text: `select "projection", "partition", "version", "position", "fence" from engine.checkpoints where "projection" = any($1)`,
      values: [[...new Set([...this.slots.values()].map((slot) => slot.subscription.id))]],
    });
    const now = performance.now();
    const behind: Slot[] = [];
    const still: Slot[] = [];
    for (const row of rows) {
      const slot = this.slots.get(`${row.projection}/${row.partition}`);
      if (!slot || slot.subscription.version !== row.version) continue;
      if (slot.fence !== row.fence || row.position >= head) slot.stillSince = now;
      slot.fence = row.fence;
      if (slot.active || row.position >= head) continue;
      if (now - slot.stillSince > this.times.rescueMs) still.push(slot);
      else behind.push(slot);
    }
    if (behind.length > 0) await this.dispatch(behind);
    if (still.length > 0) await this.dispatch(still, `rescue-${Math.floor(Date.now() / this.times.rescueMs)}`);
  }

  private async dispatch(slots: readonly Slot[], rescue = ''): Promise<void> {
    await this.parts.queues.queue<AdvanceJob>(this.name).addBulk(
      slots.map(({ subscription, partition }) => ({
        name: 'advance',
        data: { follower: subscription.id, partition },
        opts: {
          ...JOB_OPTIONS,
          deduplication: { id: `${subscription.id}.${partition}${rescue}`, keepLastIfActive: true },
        },
      })),
    );
  }

  private async logAndPause(error: unknown): Promise<void> {
    if (this.ending.signal.aborted) return;
    this.parts.logger.warn({ err: error, queue: this.name }, 'dispatching failed; retrying');
    await pause(500, this.ending.signal);
  }
}
