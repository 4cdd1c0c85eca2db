import path from 'node:path';
import { healthy } from './engine.ts';
import { asRoot, env, folder, installation, UP } from './installation.ts';
import { compareReports } from './reports.ts';
import { check } from './step.ts';

const backups = path.join(folder, 'backups');
const volume = (name: string): string => `${env.COMPOSE_PROJECT_NAME}_${name}`;

/** Backs up Postgres, the event store and the keys. */
export async function backUp(): Promise<string> {
  await asRoot(
    [`${folder}:/folder`],
    'install -d -o 1000 -g 1000 -m 700 /folder/backups /folder/backups/data /folder/backups/keys',
  );
  const mount = [`${backups}:/backups`];
  const back = ['scripts/backup.ts', '/backups/data', '--keys', '/backups/keys'];
  await installation.command('reactors', mount, ...back);
  // The node is stopped for a consistent copy.
  await installation.compose('stop', 'eventstore');
  // As every hour: it must not start the node during the copy.
  await installation.command('reactors', mount, ...back, '--keys-only');
  check((await installation.containers('eventstore')).length === 0, 'the backup of the keys started the event store');
  await asRoot([`${volume('eventstore')}:/from:ro`, `${folder}:/folder`], 'cp -a /from /folder/eventstore');
  await installation.compose('start', 'eventstore');
  await healthy((await installation.containers('eventstore'))[0] as string);
  await installation.command('reactors', mount, ...back, '--keys-only');
  return 'Postgres, event store, keys';
}

/** Removes everything and restores the backup. */
export async function restore(): Promise<string> {
  await installation.compose('--profile', '*', 'down', '--volumes');
  await installation.compose('create', 'eventstore');
  const copy = 'cp -a /folder/eventstore/. /to/ && cp -p /to/chaser.chk /to/truncate.chk';
  await asRoot([`${volume('eventstore')}:/to`, `${folder}:/folder:ro`], copy);
  const folders = [`${backups}:/backups`];
  await installation.command('migrate', folders, 'scripts/restore.ts', '/backups/data', '--keys', '/backups/keys');
  await installation.compose(...UP);
  return compareReports();
}
