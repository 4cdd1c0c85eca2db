import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { BankOutcome, PayoutLine, PayoutRunEvent } from '@fynbos/domain/payout-run/events.ts';
import { type PayoutRunCommand, payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { PayoutRun } from '@fynbos/domain/payout-run/state.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';

const ROUNDS = 8;
/** Events read at once while a run is opened: chunks are large. */
const PAGE = 50;

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

  /** Carries a command out; against the newest state where somebody else was quicker. Gives the events that it led to. */
  async do(command: PayoutRunCommand, context: CommandContext): Promise<readonly PayoutRunEvent[]> {
    for (let round = 0; round < ROUNDS; round++) {
      const events = payoutRunDecider.decide(command, this.state);
      if (events.length === 0) return events;
      const [outcome] = await this.log.append([{ stream: this.head, events, context }]);
      if (outcome?.ok) {
        this.head = outcome.head;
        this.position = outcome.position;
        this.state = fold(payoutRunDecider, this.state, events);
        return events;
      }
      const { head, state } = await RunSession.read(this.log, this.runId);
      this.head = head;
      this.state = state;
    }
    throw new StoreUnavailable('the payout run stayed contended');
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
    const streamId = payoutRunStreamOf(this.runId);
    for (let from = this.state.chunks; from <= this.head.revision; from += PAGE) {
      const recorded = await this.log.store.readStream(streamId, { from, limit: PAGE });
      for (const event of (await this.log.decode(recorded)) as unknown as PayoutRunEvent[]) {
        if (event.type !== 'BankAnswerRecorded' || event.data.answerId !== answerId) continue;
        for (const outcome of event.data.outcomes) outcomes.set(outcome.agentId, outcome);
      }
    }
    return outcomes;
  }
}
