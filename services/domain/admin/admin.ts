import { PASSWORD_LINK_HOURS } from '../agent/deadlines.ts';
import { AGENT_MESSAGES } from '../agent/messages.ts';
import { HOUR_MS, instantAfter } from '../calendar.ts';
import { type Decider, idFromStreamName } from '../decider.ts';
import { DomainError } from '../errors.ts';
import {
  assertPasskeyUsable,
  decidePasskeys,
  evolvePasskeys,
  type PasskeyCommand,
  type PasskeyEvent,
  type Passkeys,
  type PasskeyUse,
  withUse,
} from '../passkey/passkeys.ts';
import type { AdminEvent, SENSITIVE_FILES } from './events.ts';
import type { AdminRole } from './permissions.ts';

/** An administrator. Personal data is null where its key was not loaded or is destroyed. */
export interface Administrator {
  readonly status: 'enabled' | 'disabled';
  readonly adminId: number;
  readonly roles: readonly AdminRole[];
  readonly name: string | null;
  readonly email: string | null;
  /** Null also until the first password is set. */
  readonly passwordHash: string | null;
  /** How often the password was set. A sign-in with an older password is rejected. */
  readonly passwordVersion: number;
  /** Links that let the administrator set a password; all become invalid when the first is used. */
  readonly passwordLinks: readonly { readonly requestId: string; readonly expiresAt: string }[];
  /** Passkeys that sign the administrator in; a new password removes them. */
  readonly passkeys: Passkeys;
}

export const existingAdmin = (state: AdminState | undefined): Administrator | undefined =>
  state === undefined || state.status === 'none' ? undefined : state;

/** An administrator without personal data, before the first password. */
export const NO_PERSONAL_DATA = {
  name: null,
  email: null,
  passwordHash: null,
  passwordVersion: 0,
  passwordLinks: [],
  passkeys: [],
} as const satisfies Partial<Administrator>;

export type AdminState = { readonly status: 'none' } | Administrator;

/** Throws `admin.unknown`. */
export function knownAdmin(state: AdminState): Administrator {
  if (state.status === 'none') throw new DomainError('not-found', 'admin.unknown', 'Administrator not found.');
  return state;
}

export type AdminCommand =
  | {
      readonly type: 'AddAdmin';
      readonly adminId: number;
      readonly roles: readonly AdminRole[];
      readonly name: string;
      readonly email: string;
      readonly passwordHash: string | null;
    }
  | { readonly type: 'ChangeAdminRoles'; readonly roles: readonly AdminRole[] }
  | { readonly type: 'RequestAdminPasswordLink'; readonly requestId: string; readonly how: 'set' | 'reset' }
  /** Uses the link that was sent under `requestId`. */
  | { readonly type: 'SetAdminPassword'; readonly requestId: string; readonly passwordHash: string }
  | { readonly type: 'DisableAdmin' | 'EnableAdmin'; readonly reason: string }
  /** `of`: the subject of the file, as the dashboard's path (`payouts/…`). */
  | { readonly type: 'RecordFileDownload'; readonly file: (typeof SENSITIVE_FILES)[number]; readonly of: string }
  /** `passwordVersion`: the version of the correct password. */
  | { readonly type: 'RecordAdminSignIn'; readonly sessionId: string; readonly passwordVersion: number }
  | PasskeyCommand
  /** A passkey with user verification replaces the password. */
  | { readonly type: 'SignInWithPasskey'; readonly sessionId: string; readonly passkey: PasskeyUse }
  | { readonly type: 'RecordRefusedAdminSignIn'; readonly why: 'wrong-password' | 'disabled' };

/** Shown to a disabled administrator once the password was correct. */
export const ADMIN_DISABLED = 'This account is disabled.';

const linkInvalid = () => new DomainError('invalid', 'admin.link-dead', AGENT_MESSAGES.linkInvalid);

/** A link is valid as long as an agent's (`PASSWORD_LINK_HOURS`). A request is decided once. */
function requestLink(
  { requestId, how }: Extract<AdminCommand, { type: 'RequestAdminPasswordLink' }>,
  { passwordLinks, passwordVersion }: Administrator,
  at: string,
): AdminEvent[] {
  const isKnown = passwordLinks.some((one) => one.requestId === requestId);
  // A used link is no longer in the list. The first password is set once.
  if (isKnown || (how === 'set' && passwordVersion > 0)) return [];
  const expiresAt = instantAfter(at, PASSWORD_LINK_HOURS[how] * HOUR_MS);
  return [{ type: 'AdminPasswordLinkRequested', data: { requestId, how, requestedAt: at, expiresAt } }];
}

/** A link works once, within its validity, and not for a disabled administrator. */
function setPassword(
  { requestId, passwordHash }: Extract<AdminCommand, { type: 'SetAdminPassword' }>,
  { status, passwordLinks }: Administrator,
  at: string,
): AdminEvent[] {
  const link = passwordLinks.find((one) => one.requestId === requestId);
  if (!link || link.expiresAt <= at || status === 'disabled') throw linkInvalid();
  return [{ type: 'AdminPasswordChanged', data: { changedAt: at, personal: { passwordHash } } }];
}

const asAdminEvent = ({ type, data }: PasskeyEvent): AdminEvent => ({ type: `Admin${type}`, data }) as AdminEvent;
const asPasskeyEvent = ({ type, data }: AdminEvent) => ({ type: type.replace('Admin', ''), data }) as PasskeyEvent;

const uniqueRoles = (roles: readonly AdminRole[]): AdminRole[] => [...new Set(roles)].sort();

const sortedRoles = (roles: readonly AdminRole[]): AdminRole[] => {
  if (roles.length === 0) throw new DomainError('invalid', 'admin.roles-missing', 'At least one role is required.');
  return uniqueRoles(roles);
};

/** Compares regardless of order and repetition. */
export const hasSameRoles = (some: readonly AdminRole[], others: readonly AdminRole[]): boolean =>
  uniqueRoles(some).join() === uniqueRoles(others).join();

function decide(command: AdminCommand, before: AdminState, at: string): readonly AdminEvent[] {
  if (command.type === 'AddAdmin') {
    if (before.status !== 'none')
      throw new DomainError('conflict', 'admin.exists', 'This administrator already exists.');
    const { adminId, name, email, passwordHash } = command;
    return [
      {
        type: 'AdminAdded',
        data: { adminId, roles: sortedRoles(command.roles), addedAt: at, personal: { name, email, passwordHash } },
      },
    ];
  }
  const state = knownAdmin(before);
  switch (command.type) {
    case 'ChangeAdminRoles': {
      const [from, to] = [[...state.roles].sort(), sortedRoles(command.roles)];
      return hasSameRoles(from, to) ? [] : [{ type: 'AdminRolesChanged', data: { from, to, changedAt: at } }];
    }
    case 'RequestAdminPasswordLink':
      return requestLink(command, state, at);
    case 'SetAdminPassword':
      return setPassword(command, state, at);
    case 'DisableAdmin':
      return state.status === 'disabled'
        ? []
        : [{ type: 'AdminDisabled', data: { reason: command.reason, disabledAt: at } }];
    case 'EnableAdmin':
      return state.status === 'enabled'
        ? []
        : [{ type: 'AdminEnabled', data: { reason: command.reason, enabledAt: at } }];
    case 'RecordAdminSignIn':
      if (state.status === 'disabled') throw new DomainError('forbidden', 'admin.disabled', ADMIN_DISABLED);
      if (command.passwordVersion !== state.passwordVersion)
        throw new DomainError('unauthenticated', 'admin.password-changed', AGENT_MESSAGES.passwordChanged);
      return [{ type: 'AdminSignedIn', data: { sessionId: command.sessionId, signedInAt: at } }];
    case 'AddPasskey':
    case 'RenamePasskey':
    case 'RemovePasskey':
      return decidePasskeys(command, state.passkeys, at).map(asAdminEvent);
    case 'SignInWithPasskey':
      if (state.status === 'disabled') throw new DomainError('forbidden', 'admin.disabled', ADMIN_DISABLED);
      assertPasskeyUsable(command.passkey, state.passkeys);
      return [
        {
          type: 'AdminSignedIn',
          data: { sessionId: command.sessionId, signedInAt: at, passkey: command.passkey },
        },
      ];
    case 'RecordFileDownload':
      return [{ type: 'FileOfNumbersTaken', data: { file: command.file, of: command.of, takenAt: at } }];
    case 'RecordRefusedAdminSignIn':
      return [{ type: 'AdminSignInRefused', data: { why: command.why, refusedAt: at } }];
  }
}

function evolve(state: AdminState, event: AdminEvent): AdminState {
  if (event.type === 'AdminAdded') {
    const { adminId, roles, personal } = event.data;
    return { ...NO_PERSONAL_DATA, status: 'enabled', adminId, roles, ...personal };
  }
  // No event of an administrator comes before the one that adds them.
  return state.status === 'none' ? state : evolveExisting(state, event);
}

function evolveExisting(state: Administrator, event: AdminEvent): Administrator {
  switch (event.type) {
    case 'AdminRolesChanged':
      return { ...state, roles: event.data.to };
    case 'AdminPasswordLinkRequested': {
      const { requestId, expiresAt } = event.data;
      return { ...state, passwordLinks: [...state.passwordLinks, { requestId, expiresAt }] };
    }
    case 'AdminPasswordChanged':
      return {
        ...state,
        passwordLinks: [],
        passkeys: [],
        passwordHash: event.data.personal?.passwordHash ?? null,
        passwordVersion: state.passwordVersion + 1,
      };
    case 'AdminPasskeyAdded':
    case 'AdminPasskeyRenamed':
    case 'AdminPasskeyRemoved':
      return { ...state, passkeys: evolvePasskeys(state.passkeys, asPasskeyEvent(event)) };
    case 'AdminSignedIn':
      return { ...state, passkeys: withUse(state.passkeys, event.data.passkey, event.data.signedInAt) };
    case 'AdminDisabled':
      return { ...state, status: 'disabled' };
    case 'AdminEnabled':
      return { ...state, status: 'enabled' };
    default:
      return state;
  }
}

/** The rules of one administrator. Stream `admin-{id}`; the rights of the roles are in permissions.ts. */
export const adminDecider: Decider<AdminState, AdminCommand, AdminEvent> = {
  name: 'admin',
  initial: { status: 'none' },
  decide,
  evolve,
};

export const adminStreamOf = (adminId: number | string): string => `admin-${adminId}`;
export const adminIdOf = (streamId: string): number => Number(idFromStreamName(adminStreamOf, streamId));
