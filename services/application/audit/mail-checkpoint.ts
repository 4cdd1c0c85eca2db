import { CHECKPOINT_STREAM, type Checkpoint, checkpointEvents } from '@fynbos/domain/checkpoint/events.ts';
import { fingerprintOf, statementHash } from '@fynbos/event-store/audit/signature.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import type { SendMail } from '@fynbos/platform/messages/mail.ts';

/** A checkpoint as the text of an e-mail. Omits the manifest, which is long and is already proven by its hash. */
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
    'Keep this mail. Any later change of the log contradicts it.',
  ].join('\n');

/**
 * E-mails the newest checkpoint to `to`, once a day. The Message-ID contains the checkpoint's number, so that a repeat
 * after a crash can be recognised.
 * Returns the number, or 0 when there is no checkpoint yet.
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
    html: `<pre>${escapeHtml(text)}</pre>`,
  });
  return { checkpoint: checkpoint.number };
}
