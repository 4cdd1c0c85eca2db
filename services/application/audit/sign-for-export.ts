import { DomainError } from '@fynbos/domain/errors.ts';
import { NotSigned } from '@fynbos/event-store/audit/append-checkpoints.ts';
import { type CheckpointParts, signNewEvents } from './checkpoints.ts';

/**
 * Signs the new events before an export. An export also has our signature, so a log that fails verification is not
 * exported as proof. Throws `log.not-signed`.
 */
export async function signForExport(parts: CheckpointParts): Promise<void> {
  try {
    await signNewEvents(parts);
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    throw new DomainError('conflict', 'log.not-signed', 'The log does not hold and is not signed: see its proof.');
  }
}
