import type { ApprovalRequest } from '@fynbos/domain/approval/approval.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { changesOf, type FieldChange, masked } from '../audit/changes.ts';
import type { Application, WithLog } from '../services.ts';
import { frozenChanges, isPersonal, readChange } from './frozen-changes.ts';

/** A field that a request would change. `masked`: `POST /admin/approvals/{id}/reveal` shows the full value. */
type RequestedChange = FieldChange & { readonly masked: boolean };

/** Statuses of a request that is not closed. */
export const OPEN: ReadonlySet<string> = new Set(['waiting', 'approved']);

/** Against the current state. Empty for a closed request and for kinds without a comparison: orders, new records. */
export async function requestedChanges(
  services: Pick<Application, 'log' | 'now'>,
  state: ApprovalRequest,
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

const maskedChange = ({ field, ...change }: FieldChange): RequestedChange => {
  const [before, after] = [masked(field, change.before), masked(field, change.after)];
  return { field, before, after, masked: before !== change.before || after !== change.after };
};

export const maskedChanges = (
  changes: readonly FieldChange[],
  { personal }: Pick<ApprovalRequest, 'personal'>,
): readonly RequestedChange[] =>
  changes.map((change) => (isPersonal(change.field, personal) ? maskedChange(change) : { ...change, masked: false }));

/** The fields of a request as it was made, with personal data masked (X7). */
export const changesAsRequested = async (
  { log }: WithLog,
  state: ApprovalRequest,
): Promise<readonly RequestedChange[]> =>
  (await frozenChanges(log, state)).map(({ personal, ...change }) =>
    personal ? maskedChange(change) : { ...change, masked: false },
  );
