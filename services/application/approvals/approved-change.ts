import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { z } from 'zod';
import type { Application } from '../services.ts';
import type { Sessions } from '../sign-in/sessions.ts';

/** What an approved change needs; both the API and the reactors have it. */
export interface ChangeDeps extends Pick<Application, 'log' | 'now'> {
  readonly sessions: Pick<Sessions, 'endOthers'>;
}

/** What a request stores of a change: `personal` is sealed until the request is over. */
export interface StoredChange<Payload = unknown, Personal = unknown> {
  readonly payload: Payload;
  readonly personal: Personal;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields before and after a change; personal ones are named as in the request's `personal`. */
export interface BeforeAndAfter {
  readonly before: Fields;
  readonly after: Fields;
}

/** A kind of change that needs a second person (X3). */
export interface ApprovedChange<Payload = unknown, Personal = unknown> {
  /** What requester and approver both hold. */
  readonly permission: Permission;
  /** The stored form. Requests of older releases are still waiting: fields are only ever added, as optional ones. */
  readonly payload: z.ZodType<Payload>;
  readonly personal: z.ZodType<Personal>;
  /**
   * Makes the change against the present state. Throws a `DomainError` where it is no longer possible. It is called again
   * after a crash, and two processes may call it at the same time: each of its commands is given `once`.
   */
  execute(deps: ChangeDeps, change: StoredChange<Payload, Personal>, context: CommandContext): Promise<unknown>;
  /** The fields that a request would change, before and after. Without it a request shows no comparison. */
  compare?(deps: Pick<ChangeDeps, 'log' | 'now'>, change: StoredChange<Payload, Personal>): Promise<BeforeAndAfter>;
  /** Records that the request's personal data was shown in full; an administrative action when not given. */
  recordReveal?(
    deps: Pick<ChangeDeps, 'log'>,
    change: StoredChange<Payload, Personal>,
    context: CommandContext,
  ): Promise<Position | undefined>;
}

/** Declares a kind of change with the types of its stored form. */
export const approvedChange = <Payload, Personal>(
  change: ApprovedChange<Payload, Personal>,
): ApprovedChange<Payload, Personal> => change;

/** The context of a change whose events carry the requester's reason instead of the approver's. */
export const withRequestReason = (
  context: CommandContext,
  { reason }: { reason?: string | undefined },
): CommandContext => (reason === undefined ? context : { ...context, reason });
