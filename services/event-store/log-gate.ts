import { type EventStore, StoreUnavailable } from './port.ts';

/**
 * The log lacks events that this installation has processed, or it is the log of another installation. Counts as an outage:
 * the same call succeeds once the right log is back.
 */
export class WrongLog extends StoreUnavailable {
  override readonly name: string = 'WrongLog';
}

/** Why the log must not be used. */
export interface LogRefusal {
  /** `behind`: events at the end are missing. `other`: an event that is known to be in the log is not there. */
  readonly kind: 'behind' | 'other';
  /** What was found, what was expected and what to do; names positions and no person. */
  readonly message: string;
}

/**
 * Stands between the product and its event store. While `refusal` is set nothing is appended and the log is not read
 * through; streams of a log that is only behind can still be read, so that signed-in people keep what they see.
 */
export class LogGate {
  refusal: LogRefusal | null = null;
  /** Since when `refusal` is set. */
  refusedSince: Date | null = null;
  /** Called when a call finds the store unavailable. */
  onUnavailable: (() => void) | undefined;
  readonly store: EventStore;

  /** `raw`: the store itself, which the comparison reads whatever the gate refuses. */
  constructor(readonly raw: EventStore) {
    this.store = {
      ...raw,
      append: (...append) => this.#through(() => raw.append(...append)),
      appendMany: (batch) => this.#through(() => raw.appendMany(batch)),
      appendInOrder: (batch) => this.#through(() => raw.appendInOrder(batch)),
      readAll: (options) => this.#through(() => raw.readAll(options)),
      readEvent: (id, at) => this.#through(() => raw.readEvent(id, at)),
      agesOf: (streamIds) => this.#through(() => raw.agesOf(streamIds)),
      readStream: (streamId, options) =>
        this.#known(
          () => raw.readStream(streamId, options),
          (events) => events.length > 0,
        ),
      readStreams: (streamIds) =>
        this.#known(
          () => raw.readStreams(streamIds),
          (streams) => streamIds.every((id) => (streams.get(id)?.length ?? 0) > 0),
        ),
      readLast: (streamIds) =>
        this.#known(
          () => raw.readLast(streamIds),
          (streams) => streamIds.every((id) => streams.has(id)),
        ),
    };
  }

  #refuse(): void {
    if (this.refusal) throw new WrongLog(this.refusal.message);
  }

  async #through<Result>(call: () => Promise<Result>): Promise<Result> {
    this.#refuse();
    try {
      return await call();
    } catch (error) {
      if (error instanceof StoreUnavailable) this.onUnavailable?.();
      throw error;
    }
  }

  /** In a log that is behind, a stream that is there is as it was; that one is missing says nothing. */
  async #known<Result>(call: () => Promise<Result>, isComplete: (result: Result) => boolean): Promise<Result> {
    if (this.refusal?.kind !== 'behind') return this.#through(call);
    const result = await call();
    if (!isComplete(result)) this.#refuse();
    return result;
  }
}
