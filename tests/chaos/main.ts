import { parseArgs } from 'node:util';
import { findProgram } from '../environment/find-program.ts';
import { round } from './round.ts';
import { takeover } from './takeover.ts';

const USAGE = `npm run chaos -- [--seed N] [--minutes M] [--queues redis|postgres] [--each N] [--takeover]

Injects faults under load and checks that nothing was lost, duplicated or unequal.

  --seed      injects the same faults again; random and printed by default
  --minutes   duration of the faults; default 5
  --queues    BullMQ on a Redis of its own, or on Postgres; by default both, one after the other
  --each      processes of each kind; default 3
  --takeover  measures how fast other processes take over
With EVENTSTORE_URL (one node on this machine, without events; one queue backend) the events are stored there, and connections
to it are cut, frozen and delayed too.
--takeover measures instead how far read models fall behind when a worker or a reactor dies.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    queues: { type: 'string' },
    each: { type: 'string', default: '3' },
    takeover: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const minutes = Number(values.minutes);
const each = Number(values.each);
const isWrong =
  [seed, minutes, each].some((number) => !(number >= 0)) || !['redis', 'postgres', undefined].includes(values.queues);
if (values.help || isWrong) {
  console.error(USAGE);
  process.exit(isWrong ? 2 : 0);
}
const redis = await findProgram('redis-server');
const eventStoreUrl = process.env.EVENTSTORE_URL ?? null;
if (values.queues === 'redis' && !redis) {
  console.error('redis-server is not installed on this machine.');
  process.exit(2);
}
const all = (values.queues ? [values.queues] : ['redis', 'postgres']).filter((one) => one === 'postgres' || redis);
// Each round needs an empty log.
const backends = eventStoreUrl ? all.slice(0, 1) : all;
for (const backend of backends) {
  const redisProgram = backend === 'redis' ? redis : null;
  if (values.takeover) {
    console.log(JSON.stringify({ backend, ...(await takeover({ redisProgram, each })) }, null, 2));
    continue;
  }
  const { complaints, figures, logFolder } = await round({
    seed,
    each,
    ms: (minutes * 60_000) / backends.length,
    redisProgram,
    eventStoreUrl,
    tell: (text) => console.error(text),
  });
  console.log(JSON.stringify(figures, null, 2));
  for (const complaint of complaints) console.log(`✗ ${complaint}`);
  if (complaints.length > 0) {
    process.exitCode = 1;
    console.log(
      `Logs of the processes: ${logFolder}. Repeat: npm run chaos -- --seed ${seed} --minutes ${minutes} --queues ${backend}`,
    );
  } else
    console.log(
      `✓ nothing was lost, duplicated or unequal (seed ${seed}, queues in ${backend}, events in ${eventStoreUrl ? 'EventStoreDB' : 'Postgres'})`,
    );
}
