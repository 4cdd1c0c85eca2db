import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../scripts/demo/data/random.ts';
import { Caller } from './caller.ts';
import { ADMIN, type ChaosEnvironment } from './environment.ts';
import type { Ledger } from './ledger.ts';
import type { ProgrammeLine } from './reference.ts';

const FILE = path.resolve(import.meta.dirname, '../../tests/fixtures/programme-60/programme.ndjson');
/** Agents who are taken over later, after rentals of theirs. */
const LATE = 10;

/** A programme that runs: taken over but for some agents, with an integrator. */
export interface RunningProgramme {
  readonly adminToken: string;
  readonly apiKey: string;
  /** All of it, late agents included. */
  readonly lines: readonly ProgrammeLine[];
  /** Agents who are still to be taken over. */
  readonly late: ProgrammeLine[];
  /** One of finance's reports, as CSV. */
  report(name: 'rewards' | 'balances'): Promise<string>;
}

/** How long a call at the start is tried. */
const CALM_MS = 60_000;
/** Some eighty people and promotions, one after the other, while nothing is wrong: as long as a slow machine needs. */
const IMPORT_LIMIT_MS = 180_000;

/** Signs in, makes an integrator and takes the programme over, while nothing is wrong yet; throws where a call is refused. */
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
    let heard = await caller.ask(where, asked);
    // Nine processes that have just started may have a machine on its knees: whoever is told to come again does.
    for (const end = Date.now() + CALM_MS; heard?.status === 503 && Date.now() < end; ) {
      await sleep(1_000 * Number(heard.headers.get('retry-after')));
      heard = await caller.ask(where, asked);
    }
    if (!heard || heard.status >= 300) throw new Error(`${where} was answered ${heard?.status} ${heard?.text}`);
    return heard.text;
  };
  const signIn = { ...ADMIN, communicationMethod: '' };
  const { token } = JSON.parse(await answer('auth/login', { method: 'POST', body: signIn }));
  const integrator = { name: 'Chaos', scopes: ['rental-events:write', 'rental-events:read'] };
  const made = JSON.parse(await answer('admin/integrators', { method: 'POST', token, body: integrator }));
  const body = ledger.programme.map((line) => `${JSON.stringify(line)}\n`).join('');
  const taken = await answer('admin/import', { method: 'POST', token, body, limitMs: IMPORT_LIMIT_MS });
  const { summary } = JSON.parse(taken.trimEnd().split('\n').at(-1) ?? '{}');
  if (summary?.recorded !== ledger.programme.length)
    throw new Error(`the programme was not taken over: ${taken.slice(-300)}`);
  return {
    adminToken: token,
    apiKey: made.apiKey,
    lines,
    late,
    report: (name) => answer(`admin/reports/${name}.csv`, { token }),
  };
}
