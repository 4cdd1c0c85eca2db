import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '@fynbos/domain/catalogue.ts';
import { expect, it } from 'vitest';
import { productSchemas, upcast } from './upcast.ts';

const FOLDER = path.resolve(import.meta.dirname, '../domain/samples');
const samples = readdirSync(FOLDER).flatMap((file) => {
  const types: Record<string, Record<string, object>> = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
  return Object.entries(types).flatMap(([type, versions]) =>
    Object.entries(versions).map(([version, data]) => ({ name: `${file} ${type} ${version}`, type, version, data })),
  );
});

it('has one stored sample of every version of every event, in the file of its aggregate', () => {
  const expected = [...catalogue.values()].flatMap(({ aggregate, type, version }) =>
    Array.from({ length: version }, (_, before) => `${aggregate}.json ${type} v${before + 1}`),
  );
  expect(samples.map(({ name }) => name).sort()).toEqual(expected.sort());
});

it.each(samples)('reads $name as the current event', ({ type, version, data: stored }) => {
  const data = upcast(productSchemas, type, Number(version.slice(1)), stored);
  expect(catalogue.get(type)?.data.parse(data)).toEqual(data);
});
