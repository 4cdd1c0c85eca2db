import type { Checkpoint } from '@fynbos/domain/audit/checkpoint.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import type { Findings } from './finding.ts';
import { hashStartOf, type ManifestEntry, unpackManifest } from './manifest.ts';
import { merkleRoot } from './merkle.ts';

/** After this many findings, manifests are no longer compared: further findings add no information. */
const MAX_COMPARED_FINDINGS = 1_000;

/** Event by event, in log order. At a difference, looks the event up in the store to find the cause. */
export class ExpectedEvents {
  private segment: ManifestEntry[] = [];
  private hashes: string[] = [];
  private at = 0;
  private checkpoint = -1;
  /** Events before the next segment that no checkpoint covers, because their checkpoint is missing. */
  private gap = 0;
  private spoiled = false;
  /** Hash prefixes of all events still expected. Built at the first difference. */
  private later: Map<string, ManifestEntry> | undefined;
  private readonly early = new Set<string>();

  constructor(
    private readonly checkpoints: readonly Checkpoint[],
    private readonly store: EventStore,
    private readonly findings: Findings,
    /** Called for each stream with a broken hash chain for which a cause is already reported. */
    private readonly broken: (streamId: string) => void,
  ) {
    this.nextSegment();
  }

  /** Compares the log's next event. Returns the checkpoint that covers it, or null. */
  async check(event: RecordedEvent): Promise<Checkpoint | null> {
    if (this.gap > 0) {
      this.gap--;
      return null;
    }
    const hashStart = hashStartOf(event);
    for (let entry = this.entry(); entry && this.findings.count < MAX_COMPARED_FINDINGS; entry = this.entry()) {
      const covering = this.checkpoints[this.checkpoint] ?? null;
      if (this.early.delete(entry.hashStart)) {
        this.advance('');
        continue;
      }
      if (entry.hashStart === hashStart && entry.streamId === event.streamId && entry.revision === event.revision) {
        this.advance(event.metadata.hash);
        return covering;
      }
      const mismatch = await this.findCause(entry, event, hashStart);
      this.spoiled = true;
      if (mismatch !== 'event') this.advance('');
      if (mismatch !== 'entry') return covering;
    }
    return this.entry() ? (this.checkpoints[this.checkpoint] ?? null) : null;
  }

  /** Reports the events that checkpoints cover but that are missing after the log's last event. */
  async end(): Promise<void> {
    for (let entry = this.entry(); entry && this.findings.count < MAX_COMPARED_FINDINGS; entry = this.entry()) {
      this.spoiled = true;
      if (!this.early.delete(entry.hashStart)) this.removed(entry);
      this.advance('');
    }
  }

  private entry(): ManifestEntry | undefined {
    return this.segment[this.at];
  }

  private advance(hash: string): void {
    this.hashes.push(hash);
    this.at++;
    if (this.at === this.segment.length) this.closeSegment();
  }

  private closeSegment(): void {
    const checkpoint = this.checkpoints[this.checkpoint];
    if (checkpoint && !this.spoiled && merkleRoot(this.hashes) !== checkpoint.root) {
      const first = this.segment[0] ?? { streamId: '', revision: 0 };
      const message = `The events under checkpoint ${checkpoint.number} are not those that were signed.`;
      this.findings.add('edited', first, message);
    }
    this.nextSegment();
  }

  private nextSegment(): void {
    const before = this.checkpoints[this.checkpoint];
    const next = this.checkpoints[++this.checkpoint];
    this.segment = next ? unpackManifest(next.manifest) : [];
    this.hashes = [];
    this.at = 0;
    this.spoiled = false;
    this.gap = next ? next.first - (before ? before.first + before.events : 1) : 0;
  }

  /** All events expected from this point, by hash prefix. */
  private rest(): Map<string, ManifestEntry> {
    if (!this.later) {
      const all = [
        this.segment.slice(this.at),
        ...this.checkpoints.slice(this.checkpoint + 1).map((c) => unpackManifest(c.manifest)),
      ];
      this.later = new Map(all.flat().map((entry) => [entry.hashStart, entry]));
    }
    return this.later;
  }

  /** Finds the cause if the log holds `event` instead of `entry`, and which of the two to skip. */
  private async findCause(
    entry: ManifestEntry,
    event: RecordedEvent,
    hashStart: string,
  ): Promise<'entry' | 'event' | 'both'> {
    const subject = `revision ${entry.revision} of ${entry.streamId}`;
    if (entry.streamId === event.streamId && entry.revision === event.revision) {
      this.broken(entry.streamId);
      this.findings.add('edited', entry, `${subject} is not the event that was recorded.`, event);
      return 'both';
    }
    if (entry.hashStart === hashStart) {
      this.broken(entry.streamId);
      this.broken(event.streamId);
      const [intruder] = await this.store.readStream(entry.streamId, { from: entry.revision, limit: 1 });
      const inserted = intruder?.revision === entry.revision && !this.rest().has(hashStartOf(intruder));
      if (inserted && intruder) this.inserted(intruder);
      else {
        const message = `${subject} is recorded as revision ${event.revision} of ${event.streamId}.`;
        this.findings.add('reordered', entry, message, event);
      }
      return 'both';
    }
    const stream = await this.store.readStream(entry.streamId);
    if (!stream.some((one) => hashStartOf(one) === entry.hashStart)) {
      this.removed(entry);
      return 'entry';
    }
    if (this.rest().has(hashStart)) {
      this.early.add(hashStart);
      this.broken(event.streamId);
      const message = `revision ${event.revision} of ${event.streamId} precedes ${subject}, although it was recorded later.`;
      this.findings.add('reordered', event, message, event);
    } else this.inserted(event);
    return 'event';
  }

  private removed(entry: ManifestEntry): void {
    this.broken(entry.streamId);
    this.findings.add('removed', entry, `revision ${entry.revision} of ${entry.streamId} was recorded and is gone.`);
  }

  private inserted(event: RecordedEvent): void {
    const { streamId, revision } = event;
    this.broken(streamId);
    const message = `revision ${revision} of ${streamId} was not there when the checkpoint after it was signed.`;
    this.findings.add('inserted', event, message, event);
  }
}
