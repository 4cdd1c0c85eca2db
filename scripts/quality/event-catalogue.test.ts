import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CATALOGUE_FILE, eventCatalogue } from './event-catalogue.ts';

it('keeps docs/event-catalogue.md equal to the schemas', () => {
  expect(readFileSync(CATALOGUE_FILE, 'utf8')).toBe(eventCatalogue());
});
