import { afterAll, beforeAll } from 'vitest';
import { fixture, openFixture } from './testing/fixture.ts';

beforeAll(openFixture);
afterAll(() => fixture.programme.running.close());

// Opening a programme takes seconds, so the suites share one programme and run in this order.
await import('./testing/owed-suite.ts');
await import('./testing/forecast-suite.ts');
await import('./testing/journal-suite.ts');
await import('./testing/comparison-suite.ts');
await import('./testing/controls-suite.ts');
await import('./testing/ledger-export-suite.ts');
await import('./testing/duties-suite.ts');
