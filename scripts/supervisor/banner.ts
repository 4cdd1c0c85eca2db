import path from 'node:path';
import type { SignIn } from '@fynbos/platform/service-process.ts';

export interface WebPages {
  readonly portal?: string;
  readonly dashboard?: string;
}

/** The summary once everything runs: addresses, sign-ins and data folder. */
export function banner(running: {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  signIns: readonly SignIn[];
  webPages: WebPages;
  /** Metrics port by process name. */
  metrics: ReadonlyMap<string, number>;
}): string {
  const { env, dataDir, signIns, webPages, metrics } = running;
  const base = `http://localhost:${env.PORT}`;
  const rows: string[][] = [];
  if (webPages.portal) rows.push(['Portal', webPages.portal]);
  if (webPages.dashboard) rows.push(['Dashboard', webPages.dashboard]);
  rows.push(['API', `${base}/api/docs`]);
  if (env.NODE_ENV !== 'production') rows.push(['Inbox', `${base}/dev/inbox`, 'every e-mail and SMS']);
  let label = 'Metrics';
  for (const [name, port] of metrics) {
    rows.push([label, `http://localhost:${port}/metrics`, name]);
    label = '';
  }
  const people = signIns.map(({ label, email, password = '' }) => [label, email, password]);
  const stores = [
    env.EVENTSTORE_URL ? 'events in EventStoreDB' : 'events in Postgres',
    env.REDIS_URL ? 'queues in Redis' : 'queues in Postgres',
  ].join(', ');
  return [
    '',
    '  Fynbos Rewards is running.',
    '',
    ...table(rows),
    ...(people.length > 0 ? ['', '  Sign in with', ...table(people)] : []),
    '',
    `  Data   ${shortened(dataDir)} (${stores}; logs in ${shortened(path.join(dataDir, 'logs'))})`,
    '  Stop   Ctrl-C; the data stays',
    '',
  ].join('\n');
}

function table(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) => `    ${row.map((cell, column) => cell.padEnd(width(column))).join('   ')}`.trimEnd());
}

/** Relative to the working directory if that is shorter. */
function shortened(folder: string): string {
  const relative = path.relative(process.cwd(), folder);
  return relative && relative.length < folder.length ? relative : folder;
}
