import { CHECKPOINT_STREAM, type Checkpoint, checkpointEvents } from '@fynbos/domain/audit/checkpoint.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { hashStartOf, unpackManifest } from './manifest.ts';
import { isSigned } from './signature.ts';

/** Checkpoints to search after the first that can cover an event: a backlog is signed 2,000 events at a time. */
const MAX_SEARCHED_CHECKPOINTS = 50;

async function checkpointAt(store: EventStore, revision: number): Promise<Checkpoint | null> {
  const [event] = await store.readStream(CHECKPOINT_STREAM, { from: revision, limit: 1 });
  return event ? (checkpointEvents.LogCheckpointed.safeParse(event.data).data ?? null) : null;
}

const covers = ({ manifest }: Checkpoint, event: RecordedEvent): boolean =>
  unpackManifest(manifest).some(
    ({ streamId, revision, hashStart }) =>
      streamId === event.streamId && revision === event.revision && hashStart === hashStartOf(event),
  );

/** Null where none covers the event yet (G3), or none signed with `publicKey`, the installation's key. */
export async function coveringCheckpoint(
  store: EventStore,
  event: RecordedEvent,
  publicKey: string,
): Promise<Checkpoint | null> {
  const [last] = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
  if (!last) return null;
  const recordedAt = String(event.metadata.recordedAt);
  let [low, high] = [0, last.revision];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await checkpointAt(store, middle);
    if (found && found.signedAt < recordedAt) low = middle + 1;
    else high = middle;
  }
  // The clocks of two processes may differ, so the search begins one checkpoint before.
  const first = Math.max(0, low - 1);
  for (let revision = first; revision <= Math.min(last.revision, first + MAX_SEARCHED_CHECKPOINTS); revision++) {
    const found = await checkpointAt(store, revision);
    if (found && found.publicKey === publicKey && covers(found, event)) return isSigned(found) ? found : null;
  }
  return null;
}
