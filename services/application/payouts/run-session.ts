import type { Day } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { BankOutcome, PayoutLine, PayoutRunEvent, RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { type PayoutRunCommand, payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { PayoutRun } from '@fynbos/domain/payout-run/state.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';

const ROUNDS = 8;
/** Events read at once while a run is opened: chunks are large. */
const PAGE = 50;

/** A run's events from the one numbered `from` on: with a run's number of chunks, all that came after they were frozen. */
async function* eventsAfterFreezing(log: EventLog, runId: string, from: number): AsyncGenerator<PayoutRunEvent> {
  for (let next = from; ; next += PAGE) {
    const recorded = await log.store.readStream(payoutRunStreamOf(runId), { from: next, limit: PAGE });
    yield* (await log.decode(recorded)) as unknown as PayoutRunEvent[];
    if (recorded.length < PAGE) return;
  }
}

/** Which writing of each piece of a run's files counts; undefined for one that a release without editions wrote. */
export type Editions = readonly (string | undefined)[];

/** The editions on record: of header, the lines of each of `chunks` chunks, and trailer. Throws `StoreUnavailable`. */
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

/**
 * A run at work: its state and where its stream ends are kept, so that a run of a hundred chunks is read once and not a
 * hundred times. Lines are read chunk by chunk when they are needed.
 */
export class RunSession {
  private constructor(
    private readonly log: EventLog,
    readonly runId: string,
    private head: StreamHead,
    public state: PayoutRun,
    public position: Position | undefined,
  ) {}

  /** Reads a run from its stream. A run that is not there has the status `none`. */
  static async open(log: EventLog, runId: string): Promise<RunSession> {
    const { head, state } = await RunSession.read(log, runId);
    return new RunSession(log, runId, head, state, undefined);
  }

  private static async read(log: EventLog, runId: string): Promise<{ head: StreamHead; state: PayoutRun }> {
    const streamId = payoutRunStreamOf(runId);
    let state = payoutRunDecider.initial;
    let head: StreamHead | undefined;
    for (let from = 0; ; from += PAGE) {
      const recorded = await log.store.readStream(streamId, { from, limit: PAGE });
      const last = recorded.at(-1);
      if (last) head = { streamId, revision: last.revision, lastHash: last.metadata.hash };
      state = fold(payoutRunDecider, state, (await log.decode(recorded)) as unknown as PayoutRunEvent[]);
      if (recorded.length < PAGE) break;
    }
    return { head: head ?? (await log.readStream(streamId)), state };
  }

  /** Appends what a command leads to at the revision that is known. Gives null where others recorded something meanwhile. */
  private async tryTo(command: PayoutRunCommand, context: CommandContext): Promise<readonly PayoutRunEvent[] | null> {
    const events = payoutRunDecider.decide(command, this.state);
    if (events.length === 0) return events;
    const [outcome] = await this.log.append([{ stream: this.head, events, context }]);
    if (!outcome?.ok) return null;
    this.head = outcome.head;
    this.position = outcome.position;
    this.state = fold(payoutRunDecider, this.state, events);
    return events;
  }

  /** Carries a command out; against the newest state where somebody else was quicker. Gives the events that it led to. */
  async execute(command: PayoutRunCommand, context: CommandContext): Promise<readonly PayoutRunEvent[]> {
    for (let round = 0; round < ROUNDS; round++) {
      const events = await this.tryTo(command, context);
      if (events !== null) return events;
      const { head, state } = await RunSession.read(this.log, this.runId);
      this.head = head;
      this.state = state;
    }
    throw new StoreUnavailable('the payout run stayed contended');
  }

  /**
   * Carries a command out that says what was found at the run as it is known, and written elsewhere: only while nobody
   * recorded anything beside it. Throws `StoreUnavailable` otherwise, so that the work comes again.
   */
  async executeAtRevision(command: PayoutRunCommand, context: CommandContext): Promise<void> {
    const events = await this.tryTo(command, context);
    if (events === null || events.length === 0)
      throw new StoreUnavailable('somebody else is at work on the payout run');
  }

  /**
   * The lines of a frozen chunk. Chunk n is the stream's nth event, or one of the next: while a run is frozen only a hold
   * and its end may be recorded beside it.
   */
  async linesOf(chunk: number): Promise<readonly PayoutLine[]> {
    const streamId = payoutRunStreamOf(this.runId);
    for (let from = chunk; ; from++) {
      const recorded = await this.log.store.readStream(streamId, { from, limit: 1 });
      const [event] = (await this.log.decode(recorded)) as unknown as PayoutRunEvent[];
      if (event?.type === 'PayoutLinesFrozen' && event.data.chunk === chunk) return event.data.lines;
      if (event?.type !== 'PayoutLinesFrozen' && event?.type !== 'PayoutRunHeld' && event?.type !== 'PayoutRunResumed')
        throw new Error('a frozen chunk is not where it belongs');
    }
  }

  /** What a bank's answer says, by agent. */
  async outcomesOf(answerId: string): Promise<ReadonlyMap<number, BankOutcome>> {
    const outcomes = new Map<number, BankOutcome>();
    for await (const event of eventsAfterFreezing(this.log, this.runId, this.state.chunks)) {
      if (event.type !== 'BankAnswerRecorded' || event.data.answerId !== answerId) continue;
      for (const outcome of event.data.outcomes) outcomes.set(outcome.agentId, outcome);
    }
    return outcomes;
  }

  /**
   * The last day on which one of these agents was paid by an answer that was taken: by the first that speaks of the line, by
   * name or among the rest. Null where none was.
   */
  async lastPaidOn(agentIds: ReadonlySet<number>): Promise<Day | null> {
    const named = new Map<string, BankOutcome['outcome']>();
    for await (const event of eventsAfterFreezing(this.log, this.runId, this.state.chunks)) {
      if (event.type !== 'BankAnswerRecorded') continue;
      for (const { agentId, outcome } of event.data.outcomes)
        if (agentIds.has(agentId)) named.set(`${event.data.answerId} ${agentId}`, outcome);
    }
    const taken = [...this.state.answers].filter(([, { isTaken }]) => isTaken);
    const days = [...agentIds].flatMap((agentId) => {
      const outcomeIn = (answerId: string) => named.get(`${answerId} ${agentId}`);
      const first = taken.find(([answerId, { rest }]) => outcomeIn(answerId) !== undefined || rest === 'paid');
      return first && (outcomeIn(first[0]) ?? 'paid') === 'paid' ? [first[1].on] : [];
    });
    return days.sort().at(-1) ?? null;
  }

  /** The lines that dropped out of the chunk that was looked at last, with their reasons. */
  async droppedLast(): Promise<RunEventOf<'PayoutLinesChecked'>['data']['dropped']> {
    const { chunks, checkedChunks } = this.state;
    if (checkedChunks === 0) return [];
    for await (const event of eventsAfterFreezing(this.log, this.runId, chunks + checkedChunks))
      if (event.type === 'PayoutLinesChecked' && event.data.chunk === checkedChunks) return event.data.dropped;
    throw new Error('a chunk that was looked at is not where it belongs');
  }
}
