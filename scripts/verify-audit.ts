import path from 'node:path';
import { assertCheckpointArchive, CheckpointArchiveUnavailable } from '@fynbos/application/audit/checkpoint-archive.ts';
import { type CheckpointServices, signNewEvents, storeKindOf } from '@fynbos/application/audit/checkpoints.ts';
import { migrateAudit } from '@fynbos/application/audit/schema.ts';
import { runVerification } from '@fynbos/application/audit/verifications.ts';
import { NotSigned } from '@fynbos/event-store/audit/append-checkpoints.ts';
import { fingerprintOf, signerOf } from '@fynbos/event-store/audit/signature.ts';
import type { LogVerification } from '@fynbos/event-store/audit/verify-log.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { abortOnInterrupt, runCommand } from './terminal/run-command.ts';

const USAGE = `npm run verify-audit [-- --archive FOLDER] [--sign | --vouch] [--json]

Recomputes the hash chain of every stream, every event's MAC and the signed checkpoints of the event log, and lists what was edited,
removed, inserted or moved in the database, in the order of the log. Exit code 1 when the log is not intact.

  --archive  the checkpoint archive to compare with, an existing folder; default CHECKPOINT_FOLDER
  --sign     sign new events first, so that a checkpoint covers every event
  --vouch    the same, including events without a MAC: once after an upgrade from a release without MACs, when you know that
             they are its own (docs/operations.md). A wrong MAC is never signed
  --json     print the result as JSON`;

const COMMAND = {
  usage: USAGE,
  options: {
    archive: { type: 'string' },
    // The name of the option in earlier releases.
    'second-place': { type: 'string' },
    sign: { type: 'boolean' },
    vouch: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  expectedErrors: [CheckpointArchiveUnavailable],
} as const;

function printVerification({ intact, events, streams, checkpoints, covered, count, findings }: LogVerification): void {
  console.log(`${events} events in ${streams} streams; ${covered} of them under ${checkpoints} checkpoints`);
  for (const { kind, what, eventId, position } of findings) {
    const where = [eventId && `event ${eventId}`, position && `position ${position}`].filter(Boolean).join(', ');
    console.log(`${kind}: ${what}${where ? ` (${where})` : ''}`);
  }
  if (count > findings.length) console.log(`and ${count - findings.length} more`);
  console.log(
    intact ? 'INTACT' : `NOT INTACT: ${count} ${count === 1 ? 'finding' : 'findings'}, in the order of the log`,
  );
}

/** Signs new events. The verification that follows lists what could not be signed. */
async function signIfIntact(services: CheckpointServices, vouch: boolean): Promise<void> {
  try {
    await signNewEvents(services, { vouch });
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    console.error(`Not signed: ${error.message}.`);
  }
}

await runCommand(COMMAND, ({ values }) =>
  onInstanceDatabase(async (config) => {
    const archive = values.archive ?? values['second-place'];
    const folder = archive === undefined ? config.checkpointFolder : path.resolve(archive);
    await assertCheckpointArchive(folder);
    const db = createPool(config.databaseUrl, { applicationName: 'verify-audit', max: 4 });
    const { store, log } = await openEventLog(config, db);
    try {
      await migrateAudit(db);
      const services = { log, db, storeKind: storeKindOf(config.eventStoreUrl), folder, now: () => new Date() };
      if (values.sign || values.vouch) await signIfIntact(services, values.vouch ?? false);
      const bar = new ProgressBar('events');
      const result = await runVerification(services, {
        id: newRunId(),
        how: 'command',
        onProgress: (done, total) => bar.at(done, total),
        signal: abortOnInterrupt(),
      });
      bar.end();
      if (values.json) console.log(JSON.stringify(result));
      else {
        printVerification(result);
        const { publicKey } = await signerOf(log.keys);
        console.log(`signed with the key ${publicKey} (${fingerprintOf(publicKey)})`);
      }
      return result.intact ? 0 : 1;
    } finally {
      await store.close();
      await db.end();
    }
  }),
);
