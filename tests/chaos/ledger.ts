import type { WireFact } from './facts.ts';
import type { ProgrammeLine } from './reference.ts';

/** The suite's own record of every write and its answer, with which the portal is compared. */
export class Ledger {
  /** All sent rental events by id. */
  readonly sent = new Map<string, WireFact>();
  /** Positions of events answered `recorded`. */
  readonly recorded = new Map<string, string>();
  /** Ids answered `recorded` or `duplicate`. */
  readonly acknowledged = new Set<string>();
  /** Acknowledged lines of the programme. */
  readonly programme: ProgrammeLine[] = [];
  /** Reference numbers of acknowledged enquiries by text. */
  readonly enquiries = new Map<string, string>();
  /** Texts of enquiries with an unknown outcome. */
  readonly unsureEnquiries = new Set<string>();
  readonly resolvedEnquiries = new Set<string>();
  /** E-mail addresses of acknowledged registrations, and whether their code was acknowledged. */
  readonly registered = new Map<string, { activated: boolean; unsure: boolean }>();
  readonly unsureRegistrations = new Set<string>();
  /** Codes of acknowledged promotions. */
  readonly promotions = new Set<string>();
  readonly counts = { calls: 0, unsure: 0, unavailable: 0, reads: 0, staleReads: 0, repeated: 0 };
  /** Findings: wrong answers of the portal. */
  readonly complaints: string[] = [];

  complain(text: string): void {
    if (this.complaints.length < 50) this.complaints.push(text);
  }

  /** Records an item's answer. `changed`: other content under an acknowledged id. */
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
