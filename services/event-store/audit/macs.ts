import { CHECKPOINT_STREAM, type Checkpoint, checkpointEvents } from '@fynbos/domain/audit/checkpoint.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { macOf } from '../hash-chain.ts';
import type { RecordedEvent } from '../port.ts';
import type { Findings } from './finding.ts';
import { isSigned } from './signature.ts';

export interface VerificationKeys {
  /** Computes the MACs of events. */
  readonly keys: Pick<KeyRing, 'keyedHash'>;
  /** The installation's public key for checkpoint signatures (`signerOf`). */
  readonly publicKey: string;
}

/** Whether an event is a checkpoint from a release without MACs. Its own signature protects it. */
function isOldCheckpoint({ streamId, data }: RecordedEvent, publicKey: string): boolean {
  if (streamId !== CHECKPOINT_STREAM) return false;
  const { data: checkpoint } = checkpointEvents.LogCheckpointed.safeParse(data);
  return checkpoint?.vouched === undefined && checkpoint?.publicKey === publicKey && isSigned(checkpoint);
}

/** The fault of an event's MAC: `missing`, `wrong`, or null if the MAC is correct or not required. */
export function macProblem(event: RecordedEvent, { keys, publicKey }: VerificationKeys): 'missing' | 'wrong' | null {
  const { hash, mac } = event.metadata;
  if (mac === undefined) return isOldCheckpoint(event, publicKey) ? null : 'missing';
  return mac === macOf(keys, String(hash)) ? null : 'wrong';
}

/**
 * Against the event's hash. A MAC may be missing only below a checkpoint signed before MACs existed, or with a person's
 * vouching; both are signed, so removing one is always detected. Reports each stream once; skips `broken`.
 */
export class Macs {
  private readonly named = new Set<string>();

  constructor(
    private readonly keys: VerificationKeys,
    private readonly findings: Findings,
    private readonly broken: ReadonlySet<string>,
  ) {}

  check(event: RecordedEvent, covering: Checkpoint | null): void {
    const { streamId, revision } = event;
    if (this.broken.has(streamId) || this.named.has(streamId)) return;
    const fault = macProblem(event, this.keys);
    if (fault === null || (fault === 'missing' && covering !== null && covering.vouched !== 0)) return;
    this.named.add(streamId);
    const what =
      fault === 'wrong'
        ? `revision ${revision} of ${streamId} was edited or inserted without the key: its MAC is wrong.`
        : `revision ${revision} of ${streamId} has no MAC, and no checkpoint covers it: it was inserted outside the product, or recorded by an older release.`;
    this.findings.add('edited', event, what, event);
  }
}
