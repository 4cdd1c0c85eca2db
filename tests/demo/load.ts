import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { SignIn } from '@fynbos/platform/service-process.ts';
import type { Pool } from 'pg';
import { Client } from './client.ts';
import { type DemoData, makeDemoData } from './data/demo-data.ts';
import { Marker } from './marker.ts';
import { DEMO_PASSWORD, People } from './people.ts';
import { performActs } from './perform-acts.ts';
import { steps } from './steps/steps.ts';

export interface DemoOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly store: EventStore;
  /** Address of the API. */
  readonly base: string;
  /** The Johannesburg day. */
  readonly today: string;
  readonly progress: (text: string) => void;
}

/** The demo data is the same for every start on the same day. */
export const SEED = 2_701;

/** Agents that visitors can sign in as; codes arrive in the development inbox. */
const signInsOf = ({ agents }: DemoData): SignIn[] =>
  agents
    .filter(({ how }) => how === 'registered')
    .slice(0, 3)
    .map(({ form, agency }) => ({
      label: `Agent, ${agency.place.city}`,
      email: form.emailAddress,
      password: DEMO_PASSWORD,
    }));

/** Stream categories of a programme. A first start without demo data has only admins and the policy. */
const PROGRAMME = ['agent-', 'promotion-', 'rental-'];

/** Whether the log has a programme that is not demo data, such as a restored backup. Events cannot be removed. */
async function isInUse(pool: Pool, store: EventStore): Promise<boolean> {
  if (await Marker.isBegun(pool)) return false;
  const { events } = await store.readAll({ limit: 1, filter: { streamPrefixes: PROGRAMME } });
  return events.length > 0;
}

/**
 * The rest of it after an interruption. Waits for read models and reactions. Nothing if the log has another programme.
 * Returns the sign-ins. Throws `Refused`.
 */
export async function loadDemo(wanted: DemoOptions): Promise<readonly SignIn[]> {
  const { config, pool, store, base, today, progress } = wanted;
  if (await isInUse(pool, store)) {
    progress('skipped: there are agents, promotions or rentals from outside the demo');
    return [];
  }
  const marker = await Marker.open(pool, { seed: SEED, scale: config.demo.scale, today });
  const data = makeDemoData(marker.history);
  if (marker.history.finishedAt !== null) return signInsOf(data);
  if (config.demo.secret === null) throw new Error('DEMO_SECRET is missing: ./scripts/start generates it.');
  const client = new Client(base, config.demo.secret);
  const people = new People(client, config, marker);
  const acts = steps.flatMap((step) => step(data));
  const month = new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'Africa/Johannesburg' });
  await performActs(acts, { client, people, marker, data }, (done, of, at) =>
    progress(`a year of history: ${month.format(at)}, ${Math.floor((100 * done) / of)} %`),
  );
  await people.signOut();
  await client.endClock();
  progress('a year of history: waiting for the read models');
  await client.caughtUp();
  await marker.finish();
  return signInsOf(data);
}
