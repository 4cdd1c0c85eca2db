import { CHECKPOINT_STREAM, type Checkpoint, checkpointEvents } from '@fynbos/domain/audit/checkpoint.ts';
import { eventsOfStream } from '../all-pages.ts';
import { GENESIS } from '../hash-chain.ts';
import type { EventStore } from '../port.ts';
import type { Findings } from './finding.ts';
import { isSigned, statementHash } from './signature.ts';

/** Adds a finding about a checkpoint itself, without an event. */
const wrong = (findings: Findings, number: number, what: string): void =>
  findings.add('checkpoint', { streamId: CHECKPOINT_STREAM, revision: number - 1 }, `Checkpoint ${number} ${what}.`);

/** Returns the checkpoints in the log, by number. Unreadable checkpoints are left out and reported as findings. */
async function checkpointsInLog(store: EventStore, findings: Findings): Promise<Map<number, Checkpoint>> {
  const found = new Map<number, Checkpoint>();
  for await (const { data, revision } of eventsOfStream(store, CHECKPOINT_STREAM)) {
    const parsed = checkpointEvents.LogCheckpointed.safeParse(data);
    if (parsed.success) found.set(parsed.data.number, parsed.data);
    else wrong(findings, revision + 1, 'is not one');
  }
  return found;
}

/**
 * Checkpoints by number, from the log and the archive. Reports each one that this installation did not sign, that does
 * not follow its predecessor, that is missing (up to `known`), or that differs between log and archive. Leaves out
 * those with an invalid signature.
 */
export async function validCheckpoints(
  store: EventStore,
  { publicKey, elsewhere, known }: { publicKey: string; elsewhere: readonly Checkpoint[]; known: number },
  findings: Findings,
): Promise<Checkpoint[]> {
  const logged = await checkpointsInLog(store, findings);
  const archived = new Map(elsewhere.map((checkpoint) => [checkpoint.number, checkpoint]));
  const valid: Checkpoint[] = [];
  const last = Math.max(known, ...logged.keys(), ...archived.keys());
  for (let number = 1; number <= last; number++) {
    const [inLog, inArchive] = [logged.get(number), archived.get(number)].map((one) => {
      if (!one || (one.publicKey === publicKey && isSigned(one))) return one;
      wrong(
        findings,
        number,
        one === archived.get(number) ? 'of the archive is not signed by us' : 'is not signed by us',
      );
      return undefined;
    });
    if (!logged.has(number))
      wrong(findings, number, inArchive ? 'is missing in the log; the archive has it' : 'is missing');
    else if (inLog && inArchive && statementHash(inLog) !== statementHash(inArchive))
      wrong(findings, number, 'differs from the one in the archive');
    // The archived copy has priority, because it left the installation first.
    const checkpoint = inArchive ?? inLog;
    const before = valid.at(-1);
    if (!checkpoint) continue;
    if (before?.number === number - 1 || number === 1) {
      const follows =
        checkpoint.previous === (before ? statementHash(before) : GENESIS) &&
        checkpoint.first === (before ? before.first + before.events : 1);
      if (!follows) wrong(findings, number, 'does not follow the one before');
    }
    valid.push(checkpoint);
  }
  return valid;
}
