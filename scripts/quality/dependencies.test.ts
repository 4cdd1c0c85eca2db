import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf } from './dependency-rules.ts';
import { type ImportGraph, importsOf, readImports } from './import-graph.ts';

const graphOf = (imports: Record<string, string[]>): ImportGraph =>
  new Map(
    Object.entries(imports).map(([from, files]) => [
      from,
      files.map((file) => ({ specifier: file, file, missing: false })),
    ]),
  );

test('finds every kind of import, including types and JSX files', () => {
  const source = `import a from './a.ts'; import type { B } from './b.ts'; export { c } from './c.ts'; export * from './d.ts';
    const later = () => import('./e.ts'); export const View = () => <Admin provider={later}><p>import './no.ts'</p></Admin>;`;
  expect(importsOf('web/x.tsx', source).sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
});

test('reports imports against the direction of layers, and no others', () => {
  const graph = graphOf({
    'services/domain/money.ts': ['services/platform/config.ts'],
    'services/api/app.ts': ['services/domain/money.ts'],
    'web-agent/src/a.ts': ['services/api/app.ts'],
    'projections/x.ts': ['tests/support/database.ts'],
    'projections/x.test.ts': ['tests/support/database.ts'],
  });
  expect(faultsOf(graph)).toEqual([
    'services/domain/money.ts imports services/platform/config.ts: services/domain may not import services/platform',
    'web-agent/src/a.ts imports services/api/app.ts: web-agent may not import services/api',
    'projections/x.ts imports tests/support/database.ts: projections may not import tests',
  ]);
});

test('reports imports of Node modules in the domain', () => {
  const graph: ImportGraph = new Map([
    ['services/domain/a.ts', [{ specifier: 'node:fs', file: null, missing: false }]],
  ]);
  expect(faultsOf(graph)).toEqual(['services/domain/a.ts imports node:fs: the domain must be pure']);
});

test('reports a cycle with its files', () => {
  const graph = graphOf({
    'scripts/a.ts': ['scripts/b.ts'],
    'scripts/b.ts': ['scripts/c.ts'],
    'scripts/c.ts': ['scripts/b.ts'],
  });
  expect(faultsOf(graph)).toEqual(['cycle: scripts/b.ts → scripts/c.ts → scripts/b.ts']);
});

test('reads the sources of this checkout', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const graph = await readImports(root, ['services/platform'], new Map([['@fynbos/domain', 'services/domain']]));
  expect(graph.get('services/platform/queue.ts')?.map(({ file }) => file)).toContain(
    'services/platform/queue-worker.ts',
  );
});
