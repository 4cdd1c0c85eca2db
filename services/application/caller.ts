import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { Actor, CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';

export type Caller =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'agent'; readonly agentId: number; readonly sessionId: string }
  | {
      readonly kind: 'admin';
      readonly adminId: number;
      readonly roles: readonly AdminRole[];
      readonly sessionId: string;
    };

export type AgentCaller = Extract<Caller, { kind: 'agent' }>;
export type AdminCaller = Extract<Caller, { kind: 'admin' }>;
export const VISITOR: Caller = { kind: 'visitor' };

/** Ids have no prefix (`7`); the kind tells agents from administrators. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'agent':
      return { kind: 'agent', id: String(caller.agentId) };
    case 'admin':
      return { kind: 'admin', id: String(caller.adminId) };
    case 'visitor':
      return { kind: 'visitor', id: 'visitor' };
  }
}

/** The context with the person of a stream (`agent-7`, `admin-1`) as actor. */
export function asPerson(person: string, context: CommandContext): CommandContext {
  const [kind, id] = person.split('-') as ['agent' | 'admin', string];
  return { ...context, actor: { kind, id } };
}

export const SIGN_IN_FIRST = 'Sign in first.';
export const NOT_ALLOWED = 'You are not allowed to do this.';

/** The caller as an agent; 401 for a visitor, 403 for anyone else. */
export function agentOf(caller: Caller): AgentCaller {
  if (caller.kind === 'agent') return caller;
  throw caller.kind === 'visitor' ? unauthenticated() : forbidden();
}

/** The caller as an administrator; 401 for a visitor, 403 for anyone else. */
export function adminOf(caller: Caller): AdminCaller {
  if (caller.kind === 'admin') return caller;
  throw caller.kind === 'visitor' ? unauthenticated() : forbidden();
}

export const unauthenticated = (message = SIGN_IN_FIRST) =>
  new DomainError('unauthenticated', 'sign-in-first', message);
export const forbidden = (message = NOT_ALLOWED) => new DomainError('forbidden', 'not-allowed', message);

/** On their own record. Ids are not secret, so another agent's id is refused like any other foreign id. */
export function assertOneself(caller: Caller, id: unknown): AgentCaller {
  const agent = agentOf(caller);
  if (String(id) !== String(agent.agentId)) throw forbidden();
  return agent;
}
