import type { Checkpoint } from '@fynbos/domain/checkpoint/events.ts';
import { CHECKPOINT_STREAM, checkpointEvents } from '@fynbos/domain/checkpoint/events.ts';
import { fingerprintOf, statementHash } from '@fynbos/event-store/audit/signature.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { SendMail } from '@fynbos/platform/mail.ts';

/** A checkpoint in the words of a mail. All but the manifest, which is long and adds nothing that its hash does not prove. */
export const checkpointText = (checkpoint: Checkpoint): string =>
  [
    `Checkpoint ${checkpoint.number} of the event log, signed ${checkpoint.signedAt}.`,
    '',
    `It covers the events ${checkpoint.first} to ${checkpoint.first + checkpoint.events - 1}.`,
    `Root: ${checkpoint.root}`,
    `Statement (SHA-256): ${statementHash(checkpoint)}`,
    `Signature: ${checkpoint.signature}`,
    `Public key: ${checkpoint.publicKey}`,
    `Fingerprint of the key: ${fingerprintOf(checkpoint.publicKey)}`,
    '',
    'Keep this mail. Whoever changes the log afterwards cannot make it fit again.',
  ].join('\n');

const escaped = (text: string): string => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * Mails the newest checkpoint to whoever keeps them, once a day. Its Message-ID is the checkpoint's number, so that a
 * repetition after a crash can be told. Gives the number, 0 where there is none yet.
 */
export async function mailCheckpoint(store: EventStore, to: string, send: SendMail): Promise<{ checkpoint: number }> {
  const [last] = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
  if (!last) return { checkpoint: 0 };
  const checkpoint = checkpointEvents.LogCheckpointed.parse(last.data);
  const text = checkpointText(checkpoint);
  await send({
    id: `checkpoint-${checkpoint.number}`,
    to,
    subject: `Checkpoint ${checkpoint.number}`,
    text,
    html: `<pre>${escaped(text)}</pre>`,
  });
  return { checkpoint: checkpoint.number };
}
