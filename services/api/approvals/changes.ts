import { readChange } from '@fynbos/application/approvals/stored-change.ts';
import type { ApprovalState } from '@fynbos/domain/approval/approval.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { changesOf, type FieldChange } from '../audit/changes.ts';
import { masked } from '../audit/masking.ts';
import type { Services } from '../http/services.ts';

/** A field that a request would change. `masked`: `POST /admin/approvals/{id}/reveal` shows the full value. */
export interface RequestedChange extends FieldChange {
  readonly masked: boolean;
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'approved']);

/**
 * Returns the fields that an open request would change in the current state. Empty for a closed request, and for kinds
 * without a comparison: orders, new records, and kinds with their own page.
 */
export async function requestedChanges(
  services: Pick<Services, 'log' | 'now'>,
  state: ApprovalState,
): Promise<readonly FieldChange[]> {
  if (!OPEN.has(state.status)) return [];
  try {
    const { change, stored } = readChange(state);
    if (!change.compare) return [];
    const { before, after } = await change.compare(services, stored);
    return changesOf(before, after);
  } catch (error) {
    // The change is not possible in the current state. Approving it fails with the reason.
    if (isDomainError(error)) return [];
    throw error;
  }
}

/** Masks the personal data of changes. */
export function maskedChanges(
  changes: readonly FieldChange[],
  { personal }: Pick<ApprovalState, 'personal'>,
): readonly RequestedChange[] {
  return changes.map((change) => {
    const { field } = change;
    if (!(personal && (field.split('.')[0] ?? '') in personal)) return { ...change, masked: false };
    const [before, after] = [masked(field, change.before), masked(field, change.after)];
    return { field, before, after, masked: before !== change.before || after !== change.after };
  });
}
