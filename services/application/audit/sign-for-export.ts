import { DomainError } from '@fynbos/domain/errors.ts';
import { NotSigned } from '@fynbos/event-store/audit/append-checkpoints.ts';
import { type ExportedDocument, exportProof, type Scope } from '@fynbos/event-store/audit/export-proof.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import type { Application } from '../services.ts';
import { signNewEvents, storeKindOf } from './checkpoints.ts';

/**
 * Signs the new events, so that a checkpoint also covers the newest, and returns the lines of the export with their
 * proof. An export also has our signature, so a log that fails verification is not exported: throws `log.not-signed`.
 */
export async function signedExport(
  { log, db, store, config, now }: Pick<Application, 'log' | 'db' | 'store' | 'config' | 'now'>,
  scope: Scope,
  at: Date,
  documents?: readonly ExportedDocument[],
): Promise<AsyncIterable<string>> {
  try {
    await signNewEvents({ log, db, storeKind: storeKindOf(config.eventStoreUrl), folder: null, now });
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    throw new DomainError('conflict', 'log.not-signed', 'The log does not hold and is not signed: see its proof.');
  }
  return exportProof(store, await signerOf(log.keys), scope, at, documents);
}
