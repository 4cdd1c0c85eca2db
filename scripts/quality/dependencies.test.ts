import { expect, test } from 'vitest';
import { faultsOf, isReadModelSqlMisplaced } from './dependency-rules.ts';
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
  expect([...importsOf('web/x.tsx', source).keys()].sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
});

test('distinguishes type-only imports from imports of code', () => {
  const source = `import type { A } from './a.ts'; export type { B } from './b.ts'; import { type C } from './c.ts';
    import type { D } from './d.ts'; import { d } from './d.ts';`;
  const found = [...importsOf('web/x.ts', source)].filter(([, { isTypeOnly }]) => isTypeOnly);
  expect(found.map(([specifier]) => specifier)).toEqual(['./a.ts', './b.ts']);
});

test('reports imports against the direction of layers, and no others', () => {
  const graph = graphOf({
    'services/domain/money.ts': ['services/platform/config/config.ts'],
    'services/api/app.ts': ['services/domain/money.ts'],
    'web-agent/src/a.ts': ['services/api/app.ts'],
    'projections/x.ts': ['tests/support/database.ts'],
    'projections/x.test.ts': ['tests/support/database.ts'],
  });
  expect(faultsOf(graph)).toEqual([
    'services/domain/money.ts imports services/platform/config/config.ts: services/domain may not import services/platform',
    'web-agent/src/a.ts imports services/api/app.ts: web-agent may not import services/api',
    'projections/x.ts imports tests/support/database.ts: projections may not import tests',
  ]);
});

test('lets the web apps use the types of the API’s answers, and no code of the API', () => {
  const imported = (file: string, isTypeOnly: boolean) => ({ specifier: file, file, missing: false, isTypeOnly });
  const graph: ImportGraph = new Map([
    ['web-agent/src/a.ts', [imported('services/api/tax/answers.ts', true)]],
    ['web-agent/src/b.ts', [imported('services/api/tax/answers.ts', false)]],
    ['web-agent/src/c.ts', [imported('services/api/tax/routes.ts', true)]],
  ]);
  expect(faultsOf(graph)).toEqual([
    'web-agent/src/b.ts imports services/api/tax/answers.ts: web-agent may not import services/api',
    'web-agent/src/c.ts imports services/api/tax/routes.ts: web-agent may not import services/api',
  ]);
});

test('reports a route that loads or appends by itself', () => {
  const handle = ['services/application/handle.ts'];
  const graph = graphOf({
    'services/api/tax/routes.ts': handle,
    'services/api/tax/tax.test.ts': handle,
    'services/application/tax/issue-certificates.ts': handle,
  });
  expect(faultsOf(graph)).toEqual([
    'services/api/tax/routes.ts imports services/application/handle.ts: routes call functions of services/application',
  ]);
});

test('reports imports of Node modules in the domain', () => {
  const graph: ImportGraph = new Map([
    ['services/domain/a.ts', [{ specifier: 'node:fs', file: null, missing: false }]],
  ]);
  expect(faultsOf(graph)).toEqual(['services/domain/a.ts imports node:fs: the domain must be pure']);
});

test('reports an aggregate that imports the sentences about events', () => {
  const sentences = ['services/domain/wording/sentences.ts'];
  const graph = graphOf({
    'services/domain/payout-run/payout-run.ts': sentences,
    'services/domain/wording/sentences.test.ts': sentences,
    'projections/audit-log/queries.ts': sentences,
  });
  expect(faultsOf(graph)).toEqual([
    'services/domain/payout-run/payout-run.ts imports services/domain/wording/sentences.ts: aggregates may not know the sentences about them',
  ]);
});

test('reports a cycle with its files', () => {
  const graph = graphOf({
    'scripts/a.ts': ['scripts/b.ts'],
    'scripts/b.ts': ['scripts/c.ts'],
    'scripts/c.ts': ['scripts/b.ts'],
  });
  expect(faultsOf(graph)).toEqual(['cycle: scripts/b.ts → scripts/c.ts → scripts/b.ts']);
});

test('reports cycles between capabilities of the API, and technical folders that know a capability', () => {
  const graph = graphOf({
    'services/api/tax/routes.ts': ['services/api/payouts/file.ts', 'services/api/http/route.ts'],
    'services/api/payouts/file.ts': ['services/api/http/route.ts'],
    'services/api/payouts/routes.ts': ['services/api/tax/answers.ts'],
    'services/api/payouts/file.test.ts': ['services/api/routes.ts'],
    'services/api/lists/table.ts': ['services/api/http/route.ts', 'services/api/tax/answers.ts'],
    'services/api/routes.ts': ['services/api/tax/routes.ts', 'services/api/lists/table.ts'],
  });
  expect(faultsOf(graph)).toEqual([
    'services/api/lists/table.ts imports services/api/tax/answers.ts: services/api/lists may not know services/api/tax',
    'cycle in services/api: tax → payouts → tax',
  ]);
});

test('reports cycles between a folder and a file next to it, and none through a file above or below it', () => {
  const graph = graphOf({
    'services/application/services.ts': ['services/application/auth/auth.ts'],
    'services/application/auth/auth.ts': ['services/application/auth/codes.ts', 'services/application/handle.ts'],
    'services/application/auth/codes.ts': ['services/application/notices/notices.ts'],
    'services/application/notices/reaction.ts': ['services/application/services.ts'],
    'services/application/reactions.ts': ['services/application/notices/reaction.ts'],
    'projections/engine/rebuild/swap.ts': ['projections/engine/checkpoint.ts'],
    'projections/engine/status.ts': ['projections/engine/rebuild/rows.ts'],
  });
  expect(faultsOf(graph)).toEqual(['cycle in services/application: services.ts → auth → notices → services.ts']);
});

test('reads the sources of this checkout', async () => {
  const graph = await readImports(['services/platform'], new Map([['@fynbos/domain', 'services/domain']]));
  expect(graph.get('services/platform/queue/queue.ts')?.map(({ file }) => file)).toContain(
    'services/platform/queue/worker.ts',
  );
});

test('refuses SQL on read models outside projections', () => {
  const text = 'const TABLE = readModelTable(agents).sql;';
  expect(isReadModelSqlMisplaced('services/api/agents/agent-routes.ts', text)).toBe(true);
  expect(isReadModelSqlMisplaced('services/api/agents/agents.test.ts', text)).toBe(false);
  expect(isReadModelSqlMisplaced('projections/agents/queries.ts', text)).toBe(false);
  expect(isReadModelSqlMisplaced('services/api/agents/agent-routes.ts', 'readModelTable(agents).name')).toBe(false);
});
