import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { referenceReports } from './reference.ts';

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/programme-60');
const linesOf = async (name: string): Promise<string[]> =>
  (await readFile(path.join(FOLDER, name), 'utf8')).trimEnd().split('\n');
const objectsOf = async (name: string) => (await linesOf(name)).map((line) => JSON.parse(line));

test('the reference of the chaos suite gives the expected reports of programme-60', async () => {
  // The first of several lines with the same id counts; the file has 48 duplicates.
  const facts = new Map((await objectsOf('rental-events.ndjson')).toReversed().map((fact) => [fact.eventId, fact]));
  const { rewards, balances } = referenceReports(facts.values(), await objectsOf('programme.ndjson'));
  expect(rewards).toEqual((await linesOf('expected-rewards.csv')).slice(1));
  expect(balances).toEqual((await linesOf('expected-balances.csv')).slice(1));
});
