import { endOfDay, isDay } from '@fynbos/domain/calendar.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { assertStoreIdentity } from '@fynbos/event-store/own-log/store-identity.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { scratchTable } from '@fynbos/projections/engine/read-model.ts';
import { RebuildInProgress, type RebuildResult, rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { projections, projectionsFor } from '@fynbos/projections/registry.ts';
import type pg from 'pg';
import { instanceConfig } from './instance.ts';
import { drawBar, eraseBar } from './terminal/progress-bar.ts';
import { abortOnInterrupt, runCommand, UsageError } from './terminal/run-command.ts';

const USAGE = `npm run replay -- NAME... [--compare] [--as-of DATE] [--json]

  NAME       a read model, or all: ${projections.map(({ name }) => name).join(', ')}
  --compare  rebuild and compare row by row with the live one, without swapping; exit code 1 when they differ
  --as-of    rebuild the state at an instant, or at the end of a day in Johannesburg, into a scratch table
  --json     print one JSON object per read model, without a progress bar

Without options the read model is rebuilt and swapped in. Readers notice nothing.`;

interface Order {
  readonly chosen: readonly AnyProjection[];
  readonly compare: boolean;
  readonly asOf: string | undefined;
  readonly json: boolean;
}

const COMMAND = {
  usage: USAGE,
  allowPositionals: true,
  options: { compare: { type: 'boolean' }, 'as-of': { type: 'string' }, json: { type: 'boolean' } },
  expectedErrors: [RebuildInProgress],
} as const;

function readOrder(
  known: readonly AnyProjection[],
  positionals: readonly string[],
  values: { readonly compare?: boolean; readonly 'as-of'?: string; readonly json?: boolean },
): Order {
  const unknown = positionals.find((name) => name !== 'all' && !known.some((one) => one.name === name));
  if (unknown !== undefined) throw new UsageError(`Unknown read model: ${unknown}.`);
  const asOf = values['as-of'] === undefined ? undefined : instantOf(values['as-of']);
  if (asOf !== undefined && values.compare) throw new UsageError('--compare and --as-of cannot be combined.');
  const chosen = known.filter(({ name }) => positionals.includes('all') || positionals.includes(name));
  return { chosen, compare: values.compare ?? false, asOf, json: values.json ?? false };
}

function instantOf(text: string): string {
  if (isDay(text)) return endOfDay(text).toISOString();
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new UsageError(`--as-of ${text}: neither a day like 2026-03-31 nor an instant like 2026-03-31T10:00:00Z.`);
  }
  return new Date(text).toISOString();
}

const NUMBER = new Intl.NumberFormat('en-ZA');

async function printResult(db: pg.Pool, result: RebuildResult, order: Order): Promise<void> {
  const projection = order.chosen.find(({ name }) => name === result.projection) as AnyProjection;
  const table = result.schema === null ? null : scratchTable(projection, result.schema).sql;
  const rows = table === null ? undefined : Number((await db.query(`select count(*) from ${table}`)).rows[0].count);
  const rate = Math.round((result.events / Math.max(1, result.ms)) * 1000);
  if (order.json) {
    process.stdout.write(`${JSON.stringify({ ...result, rate, ...(table ? { rows, table } : {}) })}\n`);
    return;
  }
  const lines = [`${result.projection}: ${NUMBER.format(result.events)} events, ${NUMBER.format(rate)} a second`];
  const { comparison } = result;
  if (comparison) {
    lines.push(
      comparison.equal
        ? `  equal to the live one, row for row: ${NUMBER.format(comparison.liveRows)} rows`
        : `  differs: ${comparison.different} rows, ${comparison.onlyLive} only live, ${comparison.onlyRebuilt} only rebuilt`,
      ...comparison.first.map(
        ({ key, kind, columns }) => `    ${key}: ${kind}${columns.length > 0 ? ` in ${columns.join(', ')}` : ''}`,
      ),
    );
    if (comparison.blockedLive > 0) lines.push(`  incomplete: ${comparison.blockedLive} blocked keys`);
  } else if (order.compare) lines.push('  not compared: the live read model has another version');
  if (result.swapped) lines.push('  swapped in');
  if (table) lines.push(`  ${NUMBER.format(rows ?? 0)} rows as of ${order.asOf} in ${table}, kept for an hour`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

await runCommand(COMMAND, async ({ values, positionals }) => {
  if (positionals.length === 0) throw new UsageError('Give the names of read models, or all.');
  const config = await instanceConfig();
  const order = readOrder(projectionsFor(config), positionals, values);
  const db = createPool(config.databaseUrl, { applicationName: 'replay', max: 12 });
  const { store, log } = await openEventLog(config, db);
  try {
    await assertStoreIdentity(store, db);
    const results = await rebuild(foldPartsOf(log, db), order.chosen, {
      compare: order.compare,
      swap: order.compare ? 'never' : 'always',
      asOf: order.asOf,
      signal: abortOnInterrupt(),
      onProgress: order.json
        ? undefined
        : ({ projection, state, ...figures }) => drawBar({ what: `events of ${projection} (${state})`, ...figures }),
    });
    if (!order.json) eraseBar();
    for (const result of results) await printResult(db, result, order);
    if (results.some((result) => result.state === 'cancelled')) return 130;
    return results.some((result) => result.comparison?.equal === false) ? 1 : 0;
  } finally {
    await store.close();
    await db.end();
  }
});
