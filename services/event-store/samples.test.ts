import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '@fynbos/domain/catalogue.ts';
import { upcasters } from '@fynbos/domain/upcasters.ts';
import { expect, it } from 'vitest';
import { upcast } from './upcast.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../domain/fixtures');
const currentVersions = Object.fromEntries([...catalogue.values()].map(({ type, version }) => [type, version]));
const files = readdirSync(SAMPLES).map((name) => {
  const [, type, version] = /^(\w+)\.v(\d+)\.json$/.exec(name) ?? [];
  return { name, type: String(type), version: Number(version) };
});

it('has a stored sample of every version of every event that was ever written', () => {
  const wanted = [...catalogue.values()].flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, before) => `${type}.v${before + 1}.json`),
  );
  expect(files.map(({ name }) => name).sort()).toEqual(wanted.sort());
});

it.each(files)('reads $name as the event of today', ({ name, type, version }) => {
  const stored = JSON.parse(readFileSync(path.join(SAMPLES, name), 'utf8'));
  const data = upcast({ currentVersions, upcasters }, type, version, stored);
  expect(catalogue.get(type)?.data.parse(data)).toEqual(data);
});
