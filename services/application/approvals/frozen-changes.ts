import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { ApprovalRequest, FrozenChanges } from '@fynbos/domain/approval/approval.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { open, seal } from '@fynbos/platform/crypto/sealing.ts';
import { changesOf, type FieldChange } from '../audit/changes.ts';
import type { ApprovedChange, BeforeAndAfter, StoredChange } from './approved-change.ts';
import { changeNamed } from './kinds.ts';

/** Throws if this release does not know its kind or cannot read its content. */
export function readChange({ kind, payload, personal }: ApprovalRequest) {
  const change = changeNamed(kind);
  if (!change) throw new DomainError('conflict', UNKNOWN_KIND, 'This release does not support this kind of change.');
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

type Fields = Readonly<Record<string, unknown>>;

/** Whether a field of a change is one of the request's personal fields. */
export const isPersonal = (field: string, personal: unknown): boolean =>
  (field.split('.')[0] ?? '') in ((personal ?? {}) as Fields);

/** The person that a payload concerns, as the owner of a key. Null for a payload without one. */
function personOf(payload: unknown): string | null {
  const { agentId, adminId } = payload as { agentId?: number; adminId?: number };
  if (agentId !== undefined) return agentStreamOf(agentId);
  return adminId === undefined ? null : adminStreamOf(adminId);
}

/** A kind without a comparison shows its personal fields as new. */
async function comparedFields(
  log: EventLog,
  now: () => Date,
  change: ApprovedChange,
  stored: StoredChange,
): Promise<BeforeAndAfter> {
  if (!change.compare) return { before: {}, after: (stored.personal ?? {}) as Fields };
  return change.compare({ log, now }, stored);
}

/**
 * Against the current state (X7). `approvalId` binds the encrypted part to its request. Empty for a change that the
 * current state does not allow.
 */
export async function freezeChanges(
  log: EventLog,
  change: ApprovedChange,
  stored: StoredChange,
  { approvalId, now }: { readonly approvalId: string; readonly now: Date },
): Promise<FrozenChanges> {
  let changes: readonly FieldChange[];
  try {
    const { before, after } = await comparedFields(log, () => now, change, stored);
    changes = changesOf(before, after);
  } catch (error) {
    if (isDomainError(error)) return {};
    throw error;
  }
  const personal = changes.filter(({ field }) => isPersonal(field, stored.personal));
  const subject = personOf(stored.payload);
  const key =
    subject && personal.length > 0 ? (await log.keys.keysFor([subject], { create: true })).get(subject) : null;
  return {
    changes: changes.filter(({ field }) => !isPersonal(field, stored.personal)).map((one) => ({ ...one })),
    ...(key && subject ? { sealedChanges: { subject, text: seal(key, JSON.stringify(personal), approvalId) } } : {}),
  };
}

interface FrozenChange extends FieldChange {
  readonly personal: boolean;
}

/** The changes as they were requested. Empty for older releases; without personal fields if the person was erased. */
export async function frozenChanges(
  { keys }: Pick<EventLog, 'keys'>,
  { approvalId, frozen: { changes = [], sealedChanges } }: { approvalId: string; frozen: FrozenChanges },
): Promise<readonly FrozenChange[]> {
  const openFields = changes.map((one) => ({ ...one, personal: false })) as FrozenChange[];
  if (!sealedChanges) return openFields;
  const { subject, text } = sealedChanges;
  const key = (await keys.keysFor([subject], { create: false })).get(subject);
  if (!key) return openFields;
  const personal = JSON.parse(open(key, text, approvalId)) as FieldChange[];
  return [...personal.map((one) => ({ ...one, personal: true })), ...openFields];
}
