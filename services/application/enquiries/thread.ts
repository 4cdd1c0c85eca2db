import { enquiryDecider, enquiryStream } from '@fynbos/domain/enquiry/enquiry.ts';
import type { EnquiryEvent } from '@fynbos/domain/enquiry/events.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { namesOf } from '../audit/actors.ts';
import { eventsOf } from '../handle.ts';

/** Messages of sender and support, and internal notes of support, in the order of writing. */
export const threadEntry = z.object({
  id: z.string(),
  kind: z.enum(['sender', 'support', 'note']),
  /** ISO 8601 UTC. */
  at: instant,
  /** The author in support; null for the sender. */
  by: z.string().nullable(),
  /** Null if the person was erased. */
  text: z.string().nullable(),
});
export type ThreadEntry = Readonly<z.output<typeof threadEntry>>;

const KIND: Partial<Record<EnquiryEvent['type'], ThreadEntry['kind']>> = {
  EnquiryReceived: 'sender',
  EnquiryReplied: 'sender',
  EnquiryAnswered: 'support',
  EnquiryNoted: 'note',
};

function textOf(event: EnquiryEvent): string | null {
  if (event.type === 'EnquiryReceived') return event.data.personal?.queryDetails ?? null;
  if (event.type === 'EnquiryFileAttached') return null;
  return 'personal' in event.data ? (event.data.personal?.text ?? null) : null;
}

/**
 * Returns the thread of an enquiry with its notes for support, up to `at` if given. Only the dashboard uses it: the
 * sender reads the decider's `thread`, which never contains a note.
 */
export async function threadForSupport(log: EventLog, enquiryId: string, at?: Date): Promise<ThreadEntry[]> {
  const events = eventsOf(enquiryDecider, await log.readStream(enquiryStream(enquiryId), { personal: true }));
  const until = at?.toISOString();
  const written = events.filter(
    ({ type, metadata }) => KIND[type] && (until === undefined || metadata.recordedAt <= until),
  );
  const name = await namesOf(
    log,
    written.map(({ metadata }) => metadata.actor),
  );
  return written.map((event) => {
    const kind = KIND[event.type] ?? 'note';
    const { actor, recordedAt } = event.metadata;
    return { id: event.id, kind, at: recordedAt, by: kind === 'sender' ? null : name(actor).name, text: textOf(event) };
  });
}
