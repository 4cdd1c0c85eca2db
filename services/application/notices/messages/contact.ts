import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { EventMetadata } from '@fynbos/event-store/port.ts';
import type { Notice } from '../notices.ts';

/** For this long after a change of contact, the old contact is also notified of a change of the bank account. */
const OLD_CONTACT_MS = 30 * DAY_MS;

type Recorded = AgentEvent & { readonly metadata: Pick<EventMetadata, 'recordedAt'> };

/** A person's addresses; '' where there is none. `cell` is E.164. */
export interface Contact {
  readonly email: string;
  readonly cell: string;
}

/**
 * The current addresses, or those before or after the change that the event records. For a bank change the old side is
 * what they were before the first change of the last 30 days, '' if unchanged.
 */
export function contactOf(
  details: AgentDetails,
  audience: Notice['audience'],
  event: Recorded | undefined,
  history: readonly Recorded[],
): Contact {
  const now = { email: details.emailAddress, cell: details.cellNumber };
  if (audience === 'current' || !event) return now;
  switch (event.type) {
    case 'EmailChangeRequested':
      return { ...now, email: event.data.personal?.to ?? '' };
    case 'EmailChanged':
    case 'AgentDetailsChanged': {
      const { emailAddress, cellNumber } = event.data.personal?.changes ?? {};
      const side = audience === 'old' ? 'from' : 'to';
      return { email: emailAddress?.[side] ?? now.email, cell: cellNumber?.[side] ?? now.cell };
    }
    case 'BankDetailsChanged':
      return contactBefore(event, history);
    default:
      return now;
  }
}

function contactBefore(event: Recorded, history: readonly Recorded[]): Contact {
  const since = Date.parse(event.metadata.recordedAt) - OLD_CONTACT_MS;
  let contact: Contact = { email: '', cell: '' };
  for (const past of history) {
    if (past === event) break;
    if (past.type !== 'EmailChanged' && past.type !== 'AgentDetailsChanged') continue;
    if (Date.parse(past.metadata.recordedAt) < since) continue;
    const { emailAddress, cellNumber } = past.data.personal?.changes ?? {};
    contact = { email: contact.email || (emailAddress?.from ?? ''), cell: contact.cell || (cellNumber?.from ?? '') };
  }
  return contact;
}
