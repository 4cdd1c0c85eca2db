import type { Caller } from '@fynbos/application/caller.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Request } from 'express';

/** Header of calls that a page makes on its own, without user activity. They do not extend the session's hour. */
export const UNATTENDED = 'X-Unattended';

/** Header with the consistency token of a read: the `X-Position` of the caller's last write. */
export const READ_AFTER = 'X-Read-After';
/** Header of an answer that does not contain that write yet. */
export const STALE = 'X-Stale';

/** Header with an administrator's reason for a change, percent-encoded. It is recorded with the events. */
export const REASON = 'X-Reason';
/** Characters. */
export const MAX_REASON_LENGTH = 500;

const refusedReason = () =>
  new DomainError('invalid', 'reason.malformed', `A reason has at most ${MAX_REASON_LENGTH} characters.`);

/** A reason as it is recorded; undefined for a blank one. Throws 422 for a long one and for control characters. */
export function checkedReason(text: string): string | undefined {
  const reason = text.trim();
  if (reason.length > MAX_REASON_LENGTH || /[^\P{Cc}\n]/u.test(reason)) throw refusedReason();
  return reason || undefined;
}

/** The reason that the header gives. Throws 422 as `checkedReason`, and for a malformed header. */
export function reasonOf(request: Request, caller: Caller): string | undefined {
  const header = request.get(REASON);
  if (!header || caller.kind !== 'admin') return undefined;
  try {
    return checkedReason(decodeURIComponent(header));
  } catch {
    throw refusedReason();
  }
}
