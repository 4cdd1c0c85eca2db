import { type EventStore, StoreUnavailable } from './port.ts';

/**
 * The log lacks events that this installation processed, or belongs to another installation. Treated as an outage that
 * ends once the right log is back.
 */
export class WrongLog extends StoreUnavailable {
  override readonly name: string = 'WrongLog';
}

/** The reason why the log must not be used. */
export interface LogRefusal {
  /** `behind`: events at the end are missing. `other`: an event that is known to be in the log is missing. */
  readonly kind: 'behind' | 'other';
  /** What was found, what was expected and what to do. Contains positions and no personal data. */
  readonly message: string;
}

/**
 * While `refusal` is set, appends and reads of the log fail. Streams of a log that is only behind stay readable, so
 * that signed-in users keep their pages.
 */
export class LogGate {
  refusal: LogRefusal | null = null;
  /** Start of the current refusal. */
  refusedSince: Date | null = null;
  /** Called when a call finds the store unavailable. */
  onUnavailable: (() => void) | undefined;
  readonly store: EventStore;

  /** `raw`: the store itself. The comparison reads it even while the gate refuses. */
  constructor(readonly raw: EventStore) {
    this.store = {
      ...raw,
      appendMany: (batch) => this.through(() => raw.appendMany(batch)),
      appendInOrder: (batch) => this.through(() => raw.appendInOrder(batch)),
      readAll: (options) => this.through(() => raw.readAll(options)),
      readEvent: (id, at) => this.through(() => raw.readEvent(id, at)),
      agesOf: (streamIds) => this.through(() => raw.agesOf(streamIds)),
      readStream: (streamId, options) =>
        this.throughIfComplete(
          () => raw.readStream(streamId, options),
          (events) => events.length > 0,
        ),
      readStreams: (streamIds) =>
        this.throughIfComplete(
          () => raw.readStreams(streamIds),
          (streams) => streamIds.every((id) => (streams.get(id)?.length ?? 0) > 0),
        ),
      readLast: (streamIds) =>
        this.throughIfComplete(
          () => raw.readLast(streamIds),
          (streams) => streamIds.every((id) => streams.has(id)),
        ),
    };
  }

  private refuse(): void {
    if (this.refusal) throw new WrongLog(this.refusal.message);
  }

  private async through<Result>(call: () => Promise<Result>): Promise<Result> {
    this.refuse();
    try {
      return await call();
    } catch (error) {
      if (error instanceof StoreUnavailable) this.onUnavailable?.();
      throw error;
    }
  }

  /** In a log that is behind, an existing stream is unchanged. A missing stream proves nothing. */
  private async throughIfComplete<Result>(
    call: () => Promise<Result>,
    isComplete: (result: Result) => boolean,
  ): Promise<Result> {
    if (this.refusal?.kind !== 'behind') return this.through(call);
    const result = await call();
    if (!isComplete(result)) this.refuse();
    return result;
  }
}
