import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { comparableEmail } from '../identity/email.ts';
import type { ReferralEvent, ReferredPerson } from './events.ts';

export type ReferralStatus = 'none' | 'Invited' | 'Registered' | 'Completed';

export interface ReferralState {
  readonly status: ReferralStatus;
  readonly referralId: string;
  readonly referredByAgentId: number;
  /** Null where the person was erased. */
  readonly person: ReferredPerson | null;
  readonly agentId: number | null;
  readonly forgotten: boolean;
}

/** `at` is the instant of the command (ISO 8601 UTC). */
export type ReferralCommand =
  | {
      readonly type: 'ReferAgent';
      readonly at: string;
      readonly referralId: string;
      readonly referredByAgentId: number;
      /** The referring agent's own contact details, used to refuse a referral of oneself. */
      readonly own: { readonly emailAddress: string; readonly cellNumber: string };
      readonly person: ReferredPerson;
    }
  | { readonly type: 'RegisterReferral'; readonly at: string; readonly agentId: number | null }
  | { readonly type: 'CompleteReferral'; readonly at: string; readonly agentId: number }
  | { readonly type: 'ForgetReferred'; readonly at: string };

/** Messages of specification section 8, Referral page and Referral submission; the last one is the product's own. */
export const REFERRAL_MESSAGES = {
  alreadyRegistered: 'The referred agent email is already registered.',
  success: 'The travel agent has been successfully referred!',
  idRequired: 'Referring Agent ID is required and must be a positive number.',
  none: 'No referrals found for the given agent.',
  oneself: 'You cannot refer yourself.',
} as const;

const nobody: ReferralState = {
  status: 'none',
  referralId: '',
  referredByAgentId: 0,
  person: null,
  agentId: null,
  forgotten: false,
};

function decide(command: ReferralCommand, state: ReferralState): readonly ReferralEvent[] {
  const { at } = command;
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
    return [{ type: 'AgentReferred', data: { referralId, referredByAgentId, referredAt: at, personal: person } }];
  }
  if (state.status === 'none') throw new DomainError('not-found', 'referral.unknown', REFERRAL_MESSAGES.none);
  if (command.type === 'ForgetReferred')
    return state.forgotten ? [] : [{ type: 'ReferredPersonForgotten', data: { forgottenAt: at } }];
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
  switch (event.type) {
    case 'AgentReferred': {
      const { referralId, referredByAgentId, personal } = event.data;
      return { ...state, status: 'Invited', referralId, referredByAgentId, person: personal };
    }
    case 'ReferralRegistered':
      return { ...state, status: 'Registered', agentId: event.data.agentId };
    case 'ReferredPersonForgotten':
      return { ...state, person: null, forgotten: true };
    case 'ReferralCompleted':
      return { ...state, status: 'Completed', agentId: event.data.agentId };
  }
}

/** The rules of one referral. Stream `referral-{id}`. */
export const referralDecider: Decider<ReferralState, ReferralCommand, ReferralEvent> = {
  name: 'referral',
  initial: nobody,
  decide,
  evolve,
};

export const referralStream = (referralId: string): string => `referral-${referralId}`;
