import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { EventStore, RecordedEvent } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import type { Foldable } from './fold.ts';

/** Prepares stored events for folds. An event that cannot be decoded is returned as unreadable at the same index. */
export interface Decoder {
  /** To the newest version, in order; with `personal` also decrypts `data.personal`. Throws only for outages. */
  decode(events: readonly RecordedEvent[], personal: boolean): Promise<readonly Foldable[]>;
}

/** What folding needs: the read models' database, the log, and the form of its events. */
export interface FoldParts {
  readonly db: pg.Pool;
  readonly store: EventStore;
  readonly decoder: Decoder;
}

/** Returns events as stored: for logs with only current versions and no personal data. */
export const asStored: Decoder = { decode: async (events) => events };

/** Decodes events as the event log does. */
export const decoderOf = (log: Pick<EventLog, 'codec'>): Decoder => ({
  async decode(events, personal) {
    const decodeOne = await log.codec.decoder(personal ? events : [], { personal });
    return events.map((event): Foldable => {
      try {
        return decodeOne(event);
      } catch (error) {
        return { id: event.id, streamId: event.streamId, position: event.position, error };
      }
    });
  },
});

/** Folds the events of this log. */
export const foldPartsOf = (log: Pick<EventLog, 'store' | 'codec'>, db: pg.Pool): FoldParts => ({
  db,
  store: log.store,
  decoder: decoderOf(log),
});

/** The form in which a read model receives events: as stored, decoded, or decoded with `data.personal` decrypted. */
export interface EventForm {
  readonly personal?: boolean;
  readonly stored?: boolean;
}

/** Events in the form that a read model requests. Throws only for outages. */
export const decodeInForm = async (
  decoder: Decoder,
  events: readonly RecordedEvent[],
  { personal = false, stored = false }: EventForm,
): Promise<readonly Foldable[]> => (stored ? events : decoder.decode(events, personal));
