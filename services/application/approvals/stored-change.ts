import type { ApprovalRequest } from '@fynbos/domain/approval/approval.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { ApprovedChange, StoredChange } from '../approvable/approved-change.ts';
import { changeNamed } from './commands.ts';

/** A request's change with its stored content, validated against the schema of its kind. */
export interface ReadChange {
  readonly change: ApprovedChange;
  readonly stored: StoredChange;
}

/**
 * The change of a request. Throws a `DomainError` if this release does not know its kind or cannot read its content.
 */
export function readChange({ kind, payload, personal }: ApprovalRequest): ReadChange {
  const change = changeNamed(kind);
  if (!change) throw new DomainError('conflict', UNKNOWN_KIND, 'This release does not know this kind of change.');
  const [read, secret] = [change.payload.safeParse(payload), change.personal.safeParse(personal ?? {})];
  if (!read.success || !secret.success)
    throw new DomainError(
      'conflict',
      'approval.unreadable',
      'The request can no longer be read. Request the change again.',
    );
  return { change, stored: { payload: read.data, personal: secret.data } };
}

export const UNKNOWN_KIND = 'approval.kind';
