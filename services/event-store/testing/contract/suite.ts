import { afterAll, beforeAll, describe } from 'vitest';
import { appendingContract } from './appending.ts';
import { racingContract } from './racing.ts';
import { readingContract } from './reading.ts';
import { subscribingContract } from './subscribing.ts';
import { type Subject, TEST_TIMEOUT_MS } from './support.ts';

/**
 * Every adapter passes it. `open`: one store for the suite, perhaps not empty. `more`: tests for faults of this store
 * only.
 */
export function eventStoreContract<S extends Subject>(
  name: string,
  open: () => Promise<S>,
  more?: (subject: () => S) => void,
): void {
  describe(`${name} keeps the contract of an event store`, { timeout: 1.5 * TEST_TIMEOUT_MS }, () => {
    let subject: S;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject?.close());
    const current = () => subject;
    appendingContract(current);
    racingContract(current);
    readingContract(current);
    subscribingContract(current);
    more?.(current);
  });
}
