import path from 'node:path';
import type { SignIn } from '@fynbos/platform/service-process.ts';

/** Addresses of the web apps that are served. */
export interface WebPages {
  readonly portal?: string;
  readonly dashboard?: string;
}

/** The last thing a person reads when everything runs: where to look, how to sign in, where the data lies. */
export function banner(about: {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  signIns: readonly SignIn[];
  webPages: WebPages;
  /** Ports on which processes serve their figures, by their names. */
  figures: ReadonlyMap<string, number>;
}): string {
  const { env, dataDir, signIns, webPages, figures } = about;
  const base = `http://localhost:${env.PORT}`;
  const rows: string[][] = [];
  if (webPages.portal) rows.push(['Portal', webPages.portal]);
  if (webPages.dashboard) rows.push(['Dashboard', webPages.dashboard]);
  rows.push(['API', `${base}/api/docs`]);
  if (env.NODE_ENV !== 'production') rows.push(['Inbox', `${base}/dev/inbox`, 'every mail and SMS the product sent']);
  let label = 'Metrics';
  for (const [name, port] of figures) {
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

/** Relative to where the person stands, when that is shorter. */
function shortened(folder: string): string {
  const relative = path.relative(process.cwd(), folder);
  return relative && relative.length < folder.length ? relative : folder;
}
