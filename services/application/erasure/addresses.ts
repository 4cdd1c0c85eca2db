import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { EMAIL_CLAIM } from '@fynbos/domain/agent/claims.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claimantsIn, claimStreamId } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { eventsOf } from '../handle.ts';

/** A period in which an address belonged to an agent; ISO instants. */
interface OwnAddress {
  /** Normalised for comparison (`comparableEmail`). */
  readonly email: string;
  readonly from: string;
  /** Null: no end. */
  readonly until: string | null;
}

/**
 * The addresses that belonged to an agent: the registered one and the confirmed ones. An address that was only
 * requested may belong to another person.
 * Account activation is not required, because an agent who requests erasure has signed in.
 */
export function ownAddresses(events: readonly AgentEvent[]): readonly OwnAddress[] {
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
 * Returns a function that decides whether an anonymous message from an address at an instant (ISO) belongs to this
 * agent.
 * An address can belong to several agents, one after the other. A message sent while the address had no owner belongs
 * to its next owner, because a visitor may register afterwards. A message after the last period belongs to the last
 * owner. Agents who were already erased are not considered.
 */
export async function findOwner(
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
