import { hash } from 'node:crypto';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import type { RecordedEvent } from './port.ts';

/** The predecessor hash of a stream's first event. */
export const GENESIS = '0'.repeat(64);

/**
 * SHA-256 (hex): binds an event to stream, revision and predecessor. `data` and `metadata` (without hash and MAC):
 * JSON.stringify.
 */
export function chainHash(
  previous: string,
  event: { streamId: string; revision: number; id: string; type: string; data: string; metadata: string },
): string {
  const { streamId, revision, id, type, data, metadata } = event;
  const identity = JSON.stringify([streamId, revision, id, type]);
  return hash('sha256', `${previous}${identity.slice(0, -1)},${data},${metadata}]`);
}

/** 128 bits, hex: impossible to guess, and short enough to store in every event. */
const MAC_CHARS = 32;

/**
 * Keyed (hex): an attacker with write access but without the master key can compute the chain, not this hash. Its key
 * survives the rotation of master keys.
 */
export const macOf = (keys: Pick<KeyRing, 'keyedHash'>, chainHash: string): string =>
  keys.keyedHash('event', chainHash).slice(0, MAC_CHARS);

/** Verifies from `after.revision + 1`. Returns the first event edited, missing or out of order; null if all match. */
export function verifyStream(
  events: readonly RecordedEvent[],
  after: { revision: number; hash: string } = { revision: -1, hash: GENESIS },
): number | null {
  let { revision, hash: previous } = after;
  for (const event of events) {
    revision++;
    const { hash: stored, mac: _mac, ...rest } = event.metadata;
    const [data, metadata] = [JSON.stringify(event.data), JSON.stringify(rest)];
    if (event.revision !== revision || chainHash(previous, { ...event, data, metadata }) !== stored) return revision;
    previous = stored;
  }
  return null;
}
