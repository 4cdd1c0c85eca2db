import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claimedIdNumbers } from '@fynbos/domain/identity/id-number.ts';

/** Identifiers by which a person could ever be found, while the key exists. */
export interface PersonalTraces {
  /** Normalised for comparison. An address that was only requested may belong to another person: see addresses.ts. */
  readonly emails: readonly string[];
  readonly idNumbers: readonly string[];
  /** E.164. */
  readonly cellNumbers: readonly string[];
  /** First name and surname in every combination that was stored together. */
  readonly names: readonly string[];
}

type Changes = Readonly<Record<string, { readonly from: string; readonly to: string } | undefined>>;

/** Every identifier in an agent's events, in all its versions. */
export function tracesOf(events: readonly AgentEvent[]): PersonalTraces {
  const seen = new Map<string, Set<string>>();
  const current: Record<string, string> = {};
  const names = new Set<string>();
  const see = (field: string, value: string | undefined): void => {
    if (value) seen.set(field, (seen.get(field) ?? new Set()).add(value));
  };
  const seeChanges = (changes: Changes = {}): void => {
    for (const [field, change] of Object.entries(changes)) {
      see(field, change?.from);
      see(field, change?.to);
      if (change) current[field] = change.to;
    }
  };
  for (const event of events) {
    if (event.type === 'AgentRegistered') {
      for (const [field, value] of Object.entries(event.data.personal?.details ?? {})) {
        see(field, value);
        current[field] = value;
      }
    } else if (event.type === 'AgentDetailsChanged' || event.type === 'EmailChanged')
      seeChanges(event.data.personal?.changes);
    else if (event.type === 'EmailChangeRequested') see('emailAddress', event.data.personal?.to);
    if (current.firstName && current.surname) names.add(`${current.firstName} ${current.surname}`);
  }
  const all = (field: string): string[] => [...(seen.get(field) ?? [])];
  return {
    emails: [...new Set(all('emailAddress').map(comparableEmail))],
    idNumbers: [...new Set(all('idNumber').flatMap(claimedIdNumbers))],
    cellNumbers: all('cellNumber'),
    names: [...names],
  };
}
