import { z } from 'zod';
import { DAY_MS, instantAfter } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { type EventsOf, instant } from '../event-schema.ts';
import { comparableEmail } from '../identity/email.ts';

/** As the referring agent states them (specification, section 3). */
export const referredPerson = z.object({
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  /** E.164. */
  contactNumber: z.string(),
  iataNumber: z.string(),
  agencyName: z.string(),
});
export type ReferredPerson = z.output<typeof referredPerson>;

/** Stream `referral-{referralId}`. Invited → Registered → Completed, each once (F1). */
export const referralEvents = {
  AgentReferred: z.object({
    referralId: z.uuid(),
    referredByAgentId: z.int().positive(),
    referredAt: instant,
    /** The person registered with the agent's personal link (F5), so no invitation is sent. */
    by: z.literal('link').optional(),
    personal: referredPerson.nullable(),
  }),
  ReferralRegistered: z.object({ agentId: z.int().positive().nullable(), registeredAt: instant }),
  ReferralCompleted: z.object({ agentId: z.int().positive(), completedAt: instant }),
  ReferralReminded: z.object({ remindedAt: instant }),
  /** The referred person was erased; the referral's key is destroyed. */
  ReferredPersonForgotten: z.object({ forgottenAt: instant }),
} as const;

export type ReferralEvent = EventsOf<typeof referralEvents>;

interface Referral {
  readonly referralId: string;
  readonly referredByAgentId: number;
  /** Null where the person was erased. */
  readonly person: ReferredPerson | null;
  readonly forgotten: boolean;
  /** ISO instant of the invitation or of its last reminder. */
  readonly lastInvitedAt: string;
  readonly reminders: number;
}

/** Between two mails of one invitation. */
const REMINDER_DAYS = 7;
const MAX_REMINDERS = 3;

/** When the next reminder may be sent (ISO instant), or null if no more may be sent (F4). */
export const nextReminderAt = (lastInvitedAt: string, reminders: number): string | null =>
  reminders >= MAX_REMINDERS ? null : instantAfter(lastInvitedAt, REMINDER_DAYS * DAY_MS);

/** `agentId`: the referred person as an agent; null if the registration did not name one. */
type ReferralState =
  | { readonly status: 'none' }
  | (Referral & { readonly status: 'Invited' })
  | (Referral & { readonly status: 'Registered'; readonly agentId: number | null })
  | (Referral & { readonly status: 'Completed'; readonly agentId: number });

export type ReferralCommand =
  | {
      readonly type: 'ReferAgent';
      readonly referralId: string;
      readonly referredByAgentId: number;
      /** The referring agent's own contact details, used to refuse a referral of oneself. */
      readonly own: { readonly emailAddress: string; readonly cellNumber: string };
      readonly person: ReferredPerson;
      /** Set where the person registered with the agent's personal link. */
      readonly by?: 'link';
    }
  | { readonly type: 'RegisterReferral'; readonly agentId: number | null }
  | { readonly type: 'CompleteReferral'; readonly agentId: number }
  | { readonly type: 'RemindReferred'; readonly agentId: number }
  | { readonly type: 'EraseReferred' };

/** Messages of specification sections 5 and 8; those from `oneself` on are the product's own. */
export const REFERRAL_MESSAGES = {
  alreadyRegistered: 'The referred agent email is already registered.',
  success: 'The travel agent has been successfully referred!',
  idRequired: 'Referring Agent ID is required and must be a positive number.',
  none: 'No referrals found for the given agent.',
  numberInvalid: 'Cellphone Number must belong to one of the listed countries.',
  oneself: 'You cannot refer yourself.',
  notPending: 'This invitation was already accepted.',
  reminderTooSoon: 'You can send one reminder a week, and three in all.',
  referrerNotActive: 'Choose an active travel agent.',
} as const;

function decide(command: ReferralCommand, state: ReferralState, at: string): readonly ReferralEvent[] {
  if (command.type === 'ReferAgent') {
    const { person, own, referralId, referredByAgentId } = command;
    if (state.status !== 'none')
      throw new DomainError('conflict', 'referral.exists', REFERRAL_MESSAGES.alreadyRegistered);
    if (
      comparableEmail(person.emailAddress) === comparableEmail(own.emailAddress) ||
      person.contactNumber === own.cellNumber
    ) {
      throw new DomainError('conflict', 'referral.oneself', REFERRAL_MESSAGES.oneself);
    }
    const by = command.by ? { by: command.by } : {};
    return [
      { type: 'AgentReferred', data: { referralId, referredByAgentId, referredAt: at, ...by, personal: person } },
    ];
  }
  if (state.status === 'none') throw new DomainError('not-found', 'referral.unknown', REFERRAL_MESSAGES.none);
  if (command.type === 'EraseReferred')
    return state.forgotten ? [] : [{ type: 'ReferredPersonForgotten', data: { forgottenAt: at } }];
  if (command.type === 'RemindReferred') {
    if (state.referredByAgentId !== command.agentId)
      throw new DomainError('not-found', 'referral.unknown', REFERRAL_MESSAGES.none);
    if (state.status !== 'Invited' || state.person === null)
      throw new DomainError('conflict', 'referral.not-pending', REFERRAL_MESSAGES.notPending);
    const next = nextReminderAt(state.lastInvitedAt, state.reminders);
    if (next === null || at < next)
      throw new DomainError('conflict', 'referral.reminded', REFERRAL_MESSAGES.reminderTooSoon);
    return [{ type: 'ReferralReminded', data: { remindedAt: at } }];
  }
  const registered: ReferralEvent = {
    type: 'ReferralRegistered',
    data: { agentId: command.agentId, registeredAt: at },
  };
  switch (command.type) {
    case 'RegisterReferral':
      return state.status === 'Invited' ? [registered] : [];
    case 'CompleteReferral': {
      if (state.status === 'Completed') return [];
      const completed: ReferralEvent = {
        type: 'ReferralCompleted',
        data: { agentId: command.agentId, completedAt: at },
      };
      return state.status === 'Invited' ? [registered, completed] : [completed];
    }
  }
}

function evolve(state: ReferralState, event: ReferralEvent): ReferralState {
  if (event.type === 'AgentReferred') {
    const { referralId, referredByAgentId, personal, referredAt } = event.data;
    const invitation = { person: personal, forgotten: false, lastInvitedAt: referredAt, reminders: 0 };
    return { status: 'Invited', referralId, referredByAgentId, ...invitation };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ReferralRegistered':
      return { ...state, status: 'Registered', agentId: event.data.agentId };
    case 'ReferralReminded':
      return { ...state, lastInvitedAt: event.data.remindedAt, reminders: state.reminders + 1 };
    case 'ReferredPersonForgotten':
      return { ...state, person: null, forgotten: true };
    case 'ReferralCompleted':
      return { ...state, status: 'Completed', agentId: event.data.agentId };
  }
}

export const referralDecider: Decider<ReferralState, ReferralCommand, ReferralEvent> = {
  name: 'referral',
  initial: { status: 'none' },
  decide,
  evolve,
};

export const referralStreamOf = (referralId: string): string => `referral-${referralId}`;
