import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allRoutes } from './routes.ts';

test('declares routes in files called <subject>-routes.ts, and exports them as <subject>Routes', () => {
  const files = globSync('*/**/*.ts', { cwd: import.meta.dirname, exclude: ['http/**', '**/*.test.ts'] });
  const misnamed = files.flatMap((file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    if (!/\btagged\(/.test(text)) return [];
    const exported = [...text.matchAll(/^export const (\w+) = tagged\(/gm)].map(([, name = '']) => name);
    return /\/\w[\w-]+-routes\.ts$/.test(file) && exported.every((name) => name.endsWith('Routes')) ? [] : [file];
  });
  expect(misnamed).toEqual([]);
});

test('lists routes in any order, because no two files have a route for the same path', () => {
  const patterns = allRoutes({ eventStoreUrl: null }).flatMap(({ method, paths }) =>
    paths.map((pattern) => `${method} ${pattern}`.toLowerCase().split('/')),
  );
  const isParameter = (part: string | undefined) => part?.includes('{');
  const pairs = patterns.flatMap((one, n) =>
    patterns
      .slice(n + 1)
      .filter(
        (other) =>
          other.length === one.length &&
          one.every((part, at) => part === other[at] || isParameter(part) || isParameter(other[at])),
      )
      .map((other) => [one.join('/'), other.join('/')]),
  );
  // Both are in `services/api/ledger/ledger-export-routes.ts`, in this order.
  expect(pairs).toEqual([['get /admin/ledger-exports/preview', 'get /admin/ledger-exports/{id}']]);
});
