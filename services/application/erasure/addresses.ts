import { EMAIL_CLAIM } from '@fynbos/domain/agent/claims.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { type ClaimEvent, claimStreamId } from '@fynbos/event-store/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';

/** The time in which an address was an agent's own; instants (ISO). */
interface OwnAddress {
  /** In the form in which addresses are compared. */
  readonly email: string;
  readonly from: string;
  /** Null: to the end. */
  readonly until: string | null;
}

/**
 * The addresses that were an agent's own: the registered one, and those that were confirmed. One that was only asked for may
 * be anybody's. Whether the account was activated is not asked: who asks for deletion has signed in.
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

/** Agents who ever claimed one of these addresses, whether they then had it or only asked for it. */
async function claimantsOf(log: EventLog, emails: readonly string[]): Promise<readonly string[]> {
  const claims = await log.readStreams(emails.map((email) => claimStreamId(log.keys, EMAIL_CLAIM, email)));
  const events = [...claims.values()].flatMap((stream) => stream.events as unknown as readonly ClaimEvent[]);
  return [...new Set(events.map(({ data }) => data.owner))];
}

/**
 * Tells whether what came from an address at an instant (ISO), of nobody who was signed in, is of this agent. An address has
 * one agent after the other: what came while nobody had it is of the next who had it, as of a visitor who then registers,
 * and after the last of that one. Agents who were forgotten before have no part in it.
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
  const all = [...streams.values()].flatMap((stream) => holding(stream.streamId, stream.events as never));
  const inOrder = [...own, ...all].sort((a, b) => a.from.localeCompare(b.from));
  return (address, at) => {
    const holdings = inOrder.filter(({ email }) => email === comparableEmail(address));
    return (holdings.find(({ until }) => until === null || at < until) ?? holdings.at(-1))?.person === person;
  };
}
