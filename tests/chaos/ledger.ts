import type { WireFact } from './facts.ts';
import type { ProgrammeLine } from './reference.ts';

/** What the suite itself knows of every write: what it sent, and what it was told. The product is judged by it. */
export class Ledger {
  /** Every rental event that was ever sent, by its id. */
  readonly sent = new Map<string, WireFact>();
  /** Positions of those answered `recorded`. */
  readonly recorded = new Map<string, string>();
  /** Ids answered `recorded` or `duplicate`: they are on disk, says the product. */
  readonly acknowledged = new Set<string>();
  /** The programme as far as its taking over was acknowledged. */
  readonly programme: ProgrammeLine[] = [];
  /** Reference numbers of questions that were acknowledged, by their words. */
  readonly enquiries = new Map<string, string>();
  /** Words of questions whose fate nobody told. */
  readonly unsureEnquiries = new Set<string>();
  readonly resolvedEnquiries = new Set<string>();
  /** E-mail addresses of registrations that were acknowledged, and whether their code was, too. */
  readonly registered = new Map<string, { activated: boolean; unsure: boolean }>();
  readonly unsureRegistrations = new Set<string>();
  /** Codes of promotions that were acknowledged. */
  readonly promotions = new Set<string>();
  readonly counts = { calls: 0, unsure: 0, unavailable: 0, reads: 0, staleReads: 0, repeated: 0 };
  /** Whatever the product should not have answered. */
  readonly complaints: string[] = [];

  complain(text: string): void {
    if (this.complaints.length < 50) this.complaints.push(text);
  }

  /** An item's answer. `changed`: other content under an id that was acknowledged. */
  answered(eventId: string, result: string, position: string | undefined, changed: boolean): void {
    if (changed) {
      if (result !== 'conflict' && result !== 'unavailable') this.complain(`other content of ${eventId} was ${result}`);
      return;
    }
    if (result === 'recorded') {
      if (this.recorded.has(eventId)) this.complain(`${eventId} was recorded twice`);
      this.recorded.set(eventId, position ?? '');
      this.acknowledged.add(eventId);
    } else if (result === 'duplicate') this.acknowledged.add(eventId);
    else if (result === 'unavailable') this.counts.unavailable += 1;
    else this.complain(`${eventId} was ${result}`);
  }
}
