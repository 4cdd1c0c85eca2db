import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { EMAIL_CLAIM } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claimedIdNumbers } from '@fynbos/domain/identity/id-number.ts';
import { claimantsIn, claimStreamId } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { listEnquiriesOfPerson } from '@fynbos/projections/enquiries/queries.ts';
import { type AddressedRecord, listReferralsOfPerson } from '@fynbos/projections/referrals/queries.ts';
import { eventsOf } from '../handle.ts';
import type { Stores } from '../services.ts';

/** Identifiers by which a person could ever be found, while the key exists. */
export interface PersonalIdentifiers {
  /** Normalised for comparison. An address that was only requested may belong to another person: see `ownAddresses`. */
  readonly emails: readonly string[];
  readonly idNumbers: readonly string[];
  /** E.164. */
  readonly cellNumbers: readonly string[];
  /** First name and surname in every combination that was stored together. */
  readonly names: readonly string[];
}

type Changes = Readonly<Record<string, { readonly from: string; readonly to: string } | undefined>>;

/** Every identifier in an agent's events, in all its versions. */
export function identifiersOf(events: readonly AgentEvent[]): PersonalIdentifiers {
  const seen = new Map<string, Set<string>>();
  const current: Record<string, string> = {};
  const names = new Set<string>();
  const addIdentifier = (field: string, value: string | undefined): void => {
    if (value) seen.set(field, (seen.get(field) ?? new Set()).add(value));
  };
  const addChangedIdentifiers = (changes: Changes = {}): void => {
    for (const [field, change] of Object.entries(changes)) {
      addIdentifier(field, change?.from);
      addIdentifier(field, change?.to);
      if (change) current[field] = change.to;
    }
  };
  for (const event of events) {
    if (event.type === 'AgentRegistered') {
      for (const [field, value] of Object.entries(event.data.personal?.details ?? {})) {
        addIdentifier(field, value);
        current[field] = value;
      }
    } else if (event.type === 'AgentDetailsChanged' || event.type === 'EmailChanged')
      addChangedIdentifiers(event.data.personal?.changes);
    else if (event.type === 'EmailChangeRequested') addIdentifier('emailAddress', event.data.personal?.to);
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

/**
 * About or by an agent: referrals, enquiries, and anonymous ones from an address while it was the agent's. Never
 * records of another agent (K4). `events`: the agent's, decrypted.
 */
export async function recordsOfPerson({ log, db }: Stores, agentId: number, events: readonly AgentEvent[]) {
  const emails = ownAddresses(events).map(({ email }) => email);
  const isOwn = await findOwner(log, agentStreamOf(agentId), events);
  const idsOf = (records: readonly AddressedRecord[]): string[] =>
    records.filter(({ agentId: owner, address, at }) => owner !== null || isOwn(address, at)).map(({ id }) => id);
  return {
    referrals: idsOf(await listReferralsOfPerson(db, agentId, emails)),
    enquiries: idsOf(await listEnquiriesOfPerson(db, agentId, emails)),
  };
}

/** A period in which an address belonged to an agent; ISO instants. */
interface OwnAddress {
  /** Normalised for comparison (`comparableEmail`). */
  readonly email: string;
  readonly from: string;
  /** Null: no end. */
  readonly until: string | null;
}

/**
 * The registered one and the confirmed ones; one that was only requested may be another person's. Activation is not
 * required, because an agent who requests erasure has signed in.
 */
function ownAddresses(events: readonly AgentEvent[]): readonly OwnAddress[] {
  const own: OwnAddress[] = [];
  const began = (address: string, from: string): void => {
    const before = own.pop();
    if (before) own.push({ ...before, until: from });
    own.push({ email: comparableEmail(address), from, until: null });
  };
  for (const { type, data } of events) {
    if (type === 'AgentRegistered' && data.personal) began(data.personal.details.emailAddress, data.registeredAt);
    const changed = type === 'EmailChanged' ? data.personal?.changes.emailAddress : undefined;
    if (type === 'EmailChanged' && changed) began(changed.to, data.contactChangedAt);
  }
  return own;
}

interface Holding extends OwnAddress {
  /** The agent's stream. */
  readonly person: string;
}

/** Agents who ever claimed one of these addresses, whether or not they confirmed it. */
async function claimantsOf(log: EventLog, emails: readonly string[]): Promise<readonly string[]> {
  const claims = await log.readStreams(emails.map((email) => claimStreamId(log.keys, EMAIL_CLAIM, email)));
  return [...new Set([...claims.values()].flatMap(({ events }) => claimantsIn(events)))];
}

/**
 * Whether an anonymous message from an address at an instant (ISO) belongs to this agent. An address can have several
 * owners, one after the other. A message without an owner belongs to the next one, because a visitor may register
 * later, and after the last period to the last. Agents erased before are not considered.
 */
async function findOwner(
  log: EventLog,
  person: string,
  events: readonly AgentEvent[],
): Promise<(address: string, at: string) => boolean> {
  const holding = (one: string, of: readonly AgentEvent[]): Holding[] =>
    ownAddresses(of).map((own) => ({ ...own, person: one }));
  const own = holding(person, events);
  const others = (await claimantsOf(log, [...new Set(own.map(({ email }) => email))])).filter((one) => one !== person);
  const streams = await log.readStreams(others, { personal: true });
  const all = [...streams.values()].flatMap((stream) => holding(stream.streamId, eventsOf(agentDecider, stream)));
  const inOrder = [...own, ...all].sort((a, b) => a.from.localeCompare(b.from));
  return (address, at) => {
    const holdings = inOrder.filter(({ email }) => email === comparableEmail(address));
    return (holdings.find(({ until }) => until === null || at < until) ?? holdings.at(-1))?.person === person;
  };
}
