import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { RecordedEvent } from '@fynbos/event-store/port.ts';
import type { Foldable } from './fold.ts';

/** Makes stored events readable to folds; what cannot be made so comes back as unreadable, in its place. */
export interface Decoder {
  /** Upcast to the newest version, in order; with `personal` also `data.personal` opened. Throws only for outages. */
  decode(events: readonly RecordedEvent[], personal: boolean): Promise<readonly Foldable[]>;
}

/** Leaves events as stored: for logs with only current versions and no personal data. */
export const asStored: Decoder = { decode: async (events) => events };

/** Events as the event log decodes them. */
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

/** How a read model sees events: as stored, decoded, or decoded with `data.personal` open. */
export interface EventForm {
  readonly personal?: boolean;
  readonly stored?: boolean;
}

/** Events in the form that a read model asks for. Throws only for outages. */
export const inForm = async (
  decoder: Decoder,
  events: readonly RecordedEvent[],
  { personal = false, stored = false }: EventForm,
): Promise<readonly Foldable[]> => (stored ? events : decoder.decode(events, personal));
