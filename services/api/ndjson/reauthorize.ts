import { isDomainError } from '@fynbos/domain/errors.ts';
import { isTemporary } from '../http/problem.ts';

/** Milliseconds. A look-up for each batch would slow down bulk input. */
const RECHECK_MS = 1_000;

const NOT_ALLOWED_ANY_MORE = 'You no longer have permission for this call. Lines without an answer were not processed.';

/**
 * Checks at most once a second: a stream has no end, and the permission may be revoked during it (docs/security.md,
 * 2.10). `check` throws what would refuse the call. Returns the reason to stop, or null.
 */
export function reauthorize(check: () => Promise<unknown>): () => Promise<string | null> {
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < RECHECK_MS) return null;
    try {
      await check();
      checkedAt = performance.now();
    } catch (error) {
      if (isDomainError(error)) return NOT_ALLOWED_ANY_MORE;
      // Lines that cannot be stored now are each `unavailable`. The permission is checked again before the next batch.
      if (!isTemporary(error)) throw error;
    }
    return null;
  };
}
