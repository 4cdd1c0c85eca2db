import { runCommand, UsageError } from '../../scripts/terminal/run-command.ts';
import { withPostgres } from '../environment/postgres.ts';

const NAMES = [
  'append',
  'ingest',
  'replay',
  'freshness',
  'load',
  'query',
  'reports',
  'export',
  'payout',
  'whatif',
  'web',
] as const;

const USAGE = `npm run bench -- NAME…    ${NAMES.join(', ')}

Each prints JSON with figures of one run side by side. DATABASE_URL names the Postgres to run on;
without it one of its own is started and removed again. append, ingest, freshness, replay and load also run on EventStoreDB: on an
empty node for each, started from the program EVENTSTORE_SERVER (eventstored), or on that of EVENTSTORE_URL, which has to be
empty. load --minutes N: how long at 80 % of the capacity, 10 when not given.`;

const COMMAND = {
  usage: USAGE,
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' } },
} as const;

await runCommand(COMMAND, async ({ values, positionals: chosen }) => {
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new UsageError('--minutes must be a number above 0.');
  if (chosen.length === 0) throw new UsageError('Name a benchmark.');
  const unknown = chosen.find((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`Unknown benchmark: ${unknown}.`);
  await withPostgres(async () => {
    for (const name of chosen) {
      const { bench } = (await import(`./${name}.ts`)) as { bench(options: { minutes: number }): Promise<object> };
      console.log(JSON.stringify(await bench({ minutes }), null, 2));
    }
  });
  return 0;
});
