import type { ApprovalState } from '@fynbos/domain/approval/approval.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { changesOf, type FieldChange } from '../audit/changes.ts';
import { masked } from '../audit/masking.ts';
import type { Services } from '../http/services.ts';
import { kindNamed } from './kinds.ts';

/** A field that a request would change. `masked`: more is to be seen by `POST /admin/approvals/{id}/reveal`. */
export interface RequestedChange extends FieldChange {
  readonly masked: boolean;
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'approved']);

/**
 * What a request would change against what stands now, field by field. Empty where the request is over, and for kinds that
 * have nothing before them (an order, a new record) or a page of their own.
 */
export async function requestedChanges(services: Services, state: ApprovalState): Promise<readonly FieldChange[]> {
  const { kind: name, status, payload, personal } = state;
  const kind = kindNamed(name);
  if (!OPEN.has(status) || !kind?.change) return [];
  try {
    const { before, after } = await kind.change(services, payload, personal ?? {});
    return changesOf(before, after);
  } catch (error) {
    // It does not hold against what stands now, and will fail with the reason when it is approved.
    if (isDomainError(error)) return [];
    throw error;
  }
}

/** The same with personal data masked. */
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
