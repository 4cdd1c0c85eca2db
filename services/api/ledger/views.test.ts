import { afterAll, beforeAll } from 'vitest';
import { openWorld, world } from './views/world.ts';

beforeAll(openWorld, 120_000);
afterAll(() => world.books.running.close());

// One programme for all, since opening one costs seconds: they follow each other in it.
await import('./views/owed.ts');
await import('./views/forecast.ts');
await import('./views/journal.ts');
await import('./views/controls.ts');
