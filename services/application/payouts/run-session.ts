import type { FileRun, Payer } from '@fynbos/domain/bank-files/format.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { PayoutRunCommand } from '@fynbos/domain/payout-run/commands.ts';
import type { BankOutcome, PayoutLine, PayoutRunEvent, RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { LineResults } from '@fynbos/domain/payout-run/line-results.ts';
import { payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { type PayoutRun, type ProposedRun, proposedRun } from '@fynbos/domain/payout-run/state.ts';
import { type EventLog, newStream, type StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { eventsOf, type Handled, stateOf } from '../handle.ts';
import { handleMany, type Snapshot } from '../handle-many.ts';

/** Dependencies for processing a run. */
export interface RunWork {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly payer: Payer;
  readonly session: RunSession;
  /** The day of each read: the journal's day is that of the append, and a run may last beyond midnight. */
  readonly context: CommandContext;
  /** The largest line of a run without recorded limits, in cents. */
  readonly paymentLimitCents: number;
  /** Agents per chunk while a run is frozen. A chunk needs two reads and one append. */
  readonly agentsPerChunk: number;
  /** The process is stopping or the lock was lost: the run continues from its last chunk on the next call. */
  assertMayContinue(): void;
}

export const fileRunOf = ({ session, payer }: RunWork, createdOn: string): FileRun => ({
  reference: session.state.reference,
  payDate: session.state.payDate,
  createdOn,
  payer,
});

/** Chunks processed at the same time, so that one can be decided while another waits for the store. */
const MAX_CONCURRENT_CHUNKS = 3;

/**
 * Records items one by one in order. `work` must be repeatable, because of crashes before recording. `record` returns
 * false to stop. Throws the first failure after all started work has ended.
 */
export async function pipeline<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  record: (item: Item, result: Result) => Promise<boolean>,
): Promise<void> {
  const pending: { item: Item; result: Promise<Result> }[] = [];
  const recordNext = async (): Promise<boolean> => {
    const next = pending.shift();
    return next ? record(next.item, await next.result) : true;
  };
  try {
    for await (const item of items) {
      const result = work(item);
      // Awaited later in order; until then a failure must not count as unhandled.
      result.catch(() => undefined);
      pending.push({ item, result });
      if (pending.length === MAX_CONCURRENT_CHUNKS && !(await recordNext())) return;
    }
    while (pending.length > 0) if (!(await recordNext())) return;
  } finally {
    await Promise.allSettled(pending.map(({ result }) => result));
  }
}

/** Events per read. Chunks are large. */
const EVENTS_PER_READ = 50;

/** Events from revision `from` on; the run's number of chunks as `from` gives all events after the freeze. */
async function* eventsAfterFreezing(log: EventLog, runId: string, from: number): AsyncGenerator<PayoutRunEvent> {
  for (let next = from; ; next += EVENTS_PER_READ) {
    const recorded = await log.store.readStream(payoutRunStreamOf(runId), { from: next, limit: EVENTS_PER_READ });
    yield* eventsOf(payoutRunDecider, { events: await log.decode(recorded) });
    if (recorded.length < EVENTS_PER_READ) return;
  }
}

/** The edition of each part of a run's files; undefined for parts written by a release without editions. */
export type Editions = readonly (string | undefined)[];

/** The recorded editions of the header, of the lines of each chunk, and of the trailer. Throws `StoreUnavailable`. */
export async function editionsOf(log: EventLog, runId: string, chunks: number): Promise<Editions> {
  const editions = new Array<string | undefined>(chunks + 2).fill(undefined);
  for await (const event of eventsAfterFreezing(log, runId, chunks)) {
    if (event.type === 'PayoutLinesChecked') editions[event.data.chunk] = event.data.edition;
    if (event.type !== 'PayoutRunExported') continue;
    editions[0] = event.data.edition;
    editions[chunks + 1] = event.data.edition;
    break;
  }
  return editions;
}

/** Reads a run page by page, because its chunks are large. A run that does not exist has the status `none`. */
async function readRun(log: EventLog, runId: string): Promise<Snapshot<PayoutRun>> {
  const streamId = payoutRunStreamOf(runId);
  let state = payoutRunDecider.initial;
  let head = newStream(streamId) as StreamHead;
  for (let from = 0; ; from += EVENTS_PER_READ) {
    const recorded = await log.store.readStream(streamId, { from, limit: EVENTS_PER_READ });
    const last = recorded.at(-1);
    if (last) head = { streamId, revision: last.revision, lastHash: last.metadata.hash };
    state = stateOf(payoutRunDecider, { events: await log.decode(recorded) }, state);
    if (recorded.length < EVENTS_PER_READ) return { state, head };
  }
}

/** Keeps the state between commands, so that a run of a hundred chunks is read once. Lines are read when needed. */
export class RunSession {
  position: Position | undefined;
  private snapshot: Snapshot<PayoutRun> | undefined;

  private constructor(
    private readonly log: EventLog,
    readonly runId: string,
    public state: ProposedRun,
  ) {}

  /** Opens a run. Throws `payout-run.unknown` and `StoreUnavailable`. */
  static async open(log: EventLog, runId: string): Promise<RunSession> {
    const snapshot = await readRun(log, runId);
    const session = new RunSession(log, runId, proposedRun(snapshot.state));
    session.snapshot = snapshot;
    return session;
  }

  /** On the newest state if another process recorded something. Returns the events. */
  async execute(
    command: PayoutRunCommand,
    context: CommandContext,
    retries?: number,
  ): Promise<readonly PayoutRunEvent[]> {
    const streamId = payoutRunStreamOf(this.runId);
    const handled = await handleMany(this.log, payoutRunDecider, [{ streamId, command, context }], {
      retries,
      cache: {
        get: () => this.snapshot,
        set: (_streamId, snapshot) => {
          this.snapshot = snapshot;
          this.state = proposedRun(snapshot.state);
        },
        delete: () => {
          this.snapshot = undefined;
        },
      },
      loadSnapshots: async (streamIds) =>
        new Map(streamIds.length === 0 ? [] : [[streamId, await readRun(this.log, this.runId)]]),
    });
    const { events, position } = handled.get(streamId) as Handled<PayoutRun, PayoutRunEvent>;
    this.position = position ?? this.position;
    return events;
  }

  /** Uses data of the known revision. Throws `StoreUnavailable` if another process recorded something since. */
  async executeAtRevision(command: PayoutRunCommand, context: CommandContext): Promise<void> {
    const events = this.snapshot ? await this.execute(command, context, 0) : [];
    if (events.length === 0) throw new StoreUnavailable('another process is working on the payout run');
  }

  /**
   * Chunk n is at or after revision n: 0 is the proposal, and until the last chunk only holds and resumptions
   * interfere.
   */
  async linesOf(chunk: number): Promise<readonly PayoutLine[]> {
    const streamId = payoutRunStreamOf(this.runId);
    for (let from = chunk; ; from++) {
      const recorded = await this.log.store.readStream(streamId, { from, limit: 1 });
      const [event] = eventsOf(payoutRunDecider, { events: await this.log.decode(recorded) });
      if (event?.type === 'PayoutLinesFrozen' && event.data.chunk === chunk) return event.data.lines;
      if (event?.type !== 'PayoutLinesFrozen' && event?.type !== 'PayoutRunHeld' && event?.type !== 'PayoutRunResumed')
        throw new Error(`chunk ${chunk} of the payout run is missing`);
    }
  }

  /** The outcomes named in a bank's response, by agent. */
  async outcomesOf(answerId: string): Promise<ReadonlyMap<number, BankOutcome>> {
    const outcomes = new Map<number, BankOutcome>();
    for await (const event of eventsAfterFreezing(this.log, this.runId, this.state.chunks)) {
      if (event.type !== 'BankAnswerRecorded' || event.data.answerId !== answerId) continue;
      for (const outcome of event.data.outcomes) outcomes.set(outcome.agentId, outcome);
    }
    return outcomes;
  }

  /** The recorded results of these agents' lines. Each agent has a line; those without a result are absent. */
  async resultsOf(agentIds: ReadonlySet<number>): Promise<Pick<LineResults, 'results' | 'changes'>> {
    const lines = new LineResults(agentIds);
    for await (const event of eventsAfterFreezing(this.log, this.runId, this.state.chunks)) lines.add(event);
    return lines;
  }

  /** The line of an agent; undefined where the run froze none. */
  async lineOf(agentId: number): Promise<PayoutLine | undefined> {
    for (let chunk = 1; chunk <= this.state.chunks; chunk++) {
      const found = (await this.linesOf(chunk)).find((line) => line.agentId === agentId);
      if (found) return found;
    }
    return undefined;
  }

  async droppedLast(): Promise<RunEventOf<'PayoutLinesChecked'>['data']['dropped']> {
    const { chunks, checkedChunks } = this.state;
    if (checkedChunks === 0) return [];
    for await (const event of eventsAfterFreezing(this.log, this.runId, chunks + checkedChunks))
      if (event.type === 'PayoutLinesChecked' && event.data.chunk === checkedChunks) return event.data.dropped;
    throw new Error('the last checked chunk of the payout run is missing');
  }
}
