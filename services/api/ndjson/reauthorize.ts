import { isDomainError } from '@fynbos/domain/errors.ts';
import { isOutage } from '../http/problem.ts';

/** So long what was found of a sender's right counts for the batches that follow: a look-up for each would cost bulk its speed. */
const COUNTS_MS = 1_000;

const NOT_ALLOWED_ANY_MORE =
  'Whoever sends this may not send it any more. The lines that are not answered were not taken.';

/**
 * A stream has no end, and what its sender was allowed at its beginning may be taken away meanwhile (docs/security.md, 2.10):
 * it is looked up again before a batch, at most once a second. `look` throws what the call itself would be refused with;
 * gives why nothing more is taken, or null.
 */
export function reauthorize(look: () => Promise<unknown>): () => Promise<string | null> {
  let lookedAt = performance.now();
  return async () => {
    if (performance.now() - lookedAt < COUNTS_MS) return null;
    try {
      await look();
      lookedAt = performance.now();
    } catch (error) {
      if (isDomainError(error)) return NOT_ALLOWED_ANY_MORE;
      // Lines that cannot be stored now are `unavailable`, each by itself; the right is asked for again before the next batch.
      if (!isOutage(error)) throw error;
    }
    return null;
  };
}
