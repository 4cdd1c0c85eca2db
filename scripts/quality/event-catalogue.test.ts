import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CATALOGUE_FILE, eventCatalogue } from './event-catalogue.ts';

it('tells in docs/event-catalogue.md what the schemas say', () => {
  expect(readFileSync(CATALOGUE_FILE, 'utf8')).toBe(eventCatalogue());
});
