import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../demo/data/random.ts';
import { Caller } from './caller.ts';
import { ADMIN, type ChaosEnvironment } from './environment.ts';
import type { Ledger } from './ledger.ts';
import type { ProgrammeLine } from './reference.ts';

const FILE = path.resolve(import.meta.dirname, '../../tests/fixtures/programme-60/programme.ndjson');
/** Agents who are migrated after their first rentals. */
const LATE = 10;

/** A running programme with an integrator; some agents are not migrated yet. */
export interface RunningProgramme {
  readonly adminToken: string;
  readonly apiKey: string;
  /** The complete programme, including late agents. */
  readonly lines: readonly ProgrammeLine[];
  /** Agents who are not migrated yet. */
  readonly late: ProgrammeLine[];
  /** One of finance's reports, as CSV. */
  report(name: 'rewards' | 'balances'): Promise<string>;
}

/** Timeout of a call at the start. */
const CALM_MS = 60_000;
/** Timeout of the initial import on a slow machine. */
const IMPORT_LIMIT_MS = 180_000;

/** Signs in, creates an integrator and imports the programme before any fault; throws if a call is refused. */
export async function openProgramme(
  environment: ChaosEnvironment,
  ledger: Ledger,
  seed: number,
): Promise<RunningProgramme> {
  const text = await readFile(FILE, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ProgrammeLine);
  const late = lines.filter(({ type }) => type === 'agent').slice(-LATE);
  ledger.programme.push(...lines.filter((line) => !late.includes(line)));
  const caller = new Caller(environment.urls, randomOf(seed, 'calm'), ledger);
  const answer = async (where: string, asked: Parameters<Caller['ask']>[1]): Promise<string> => {
    let reply = await caller.ask(where, asked);
    // Nine starting processes may overload the machine, so 503 is retried.
    for (const end = Date.now() + CALM_MS; reply?.status === 503 && Date.now() < end; ) {
      await sleep(1_000 * Number(reply.headers.get('retry-after')));
      reply = await caller.ask(where, asked);
    }
    if (!reply || reply.status >= 300) throw new Error(`${where} was answered ${reply?.status} ${reply?.text}`);
    return reply.text;
  };
  const signIn = { ...ADMIN, communicationMethod: '' };
  const { token } = JSON.parse(await answer('auth/login', { method: 'POST', body: signIn }));
  const integrator = { name: 'Chaos', scopes: ['rental-events:write', 'rental-events:read'] };
  const made = JSON.parse(await answer('admin/integrators', { method: 'POST', token, body: integrator }));
  const body = ledger.programme.map((line) => `${JSON.stringify(line)}\n`).join('');
  const taken = await answer('admin/import', { method: 'POST', token, body, limitMs: IMPORT_LIMIT_MS });
  const { summary } = JSON.parse(taken.trimEnd().split('\n').at(-1) ?? '{}');
  if (summary?.recorded !== ledger.programme.length)
    throw new Error(`the programme was not migrated: ${taken.slice(-300)}`);
  return {
    adminToken: token,
    apiKey: made.apiKey,
    lines,
    late,
    report: (name) => answer(`admin/reports/${name}.csv`, { token }),
  };
}
