import { IDLE_MS } from '../session/use-idle.ts';
import { KEYS, loadValue, parsed, removeValues, saveValue } from '../state/storage.ts';
import { createStore, type Store } from '../state/store.ts';
import { ApiError, call, QUIET, READ_TIMEOUT_MS, read } from './client.ts';
import type { IncentiveQuery } from './types.ts';

interface Copy {
  /** The query that the answer belongs to. */
  readonly query: string;
  /** When the server sent it: ISO 8601 UTC. */
  readonly at: string;
  readonly data: unknown;
}

/** The last answers of one agent, by name: one answer per name. */
interface Copies {
  readonly agentId: string;
  /** Milliseconds since 1970 of the last use; after an hour without one the session has ended. */
  readonly usedAt: number;
  readonly byName: Readonly<Record<string, Copy>>;
}

const shownSince = createStore<string | null>(null);

/** The time of the oldest figures on the page that come from a copy (ISO 8601 UTC); null without such figures. */
export const offlineStore: Store<string | null> = shownSince;

/** The times of the copies on the page, by name. */
const shownCopies = new Map<string, string>();

function recordShownCopy(name: string, copy: Copy | null): void {
  if (copy) shownCopies.set(name, copy.at);
  else shownCopies.delete(name);
  shownSince.set([...shownCopies.values()].sort()[0] ?? null);
}

/** Forgets which figures come from copies, when another page is opened. */
export function resetShownCopies(): void {
  shownCopies.clear();
  shownSince.set(null);
}

/** Whether no server answered: no connection, or a proxy without a server behind it. */
const isUnreachable = ({ status }: ApiError): boolean => status === 0 || (status >= 502 && status <= 504);

/** Without a connection it returns the last answer for the same query. Copies end with the agent's session (C12). */
export async function withOfflineCopy<T>(name: string, query: string, load: () => Promise<T>): Promise<T> {
  const token = loadValue(KEYS.token);
  try {
    const data = await load();
    // A session that ended, or another one that began, in the meantime must not get this answer.
    if (token !== null && token === loadValue(KEYS.token))
      keepCopy(name, { query, at: new Date().toISOString(), data });
    recordShownCopy(name, null);
    return data;
  } catch (error) {
    const copy = error instanceof ApiError && isUnreachable(error) ? copyOf(name, query) : null;
    recordShownCopy(name, copy);
    if (!copy) throw error;
    return copy.data as T;
  }
}

function keepCopy(name: string, copy: Copy): void {
  const byName = { ...own()?.byName, [name]: copy };
  write(byName);
}

function copyOf(name: string, query: string): Copy | null {
  const copies = own();
  const copy = copies?.byName[name];
  if (!copies || copy?.query !== query) return null;
  write(copies.byName);
  return copy;
}

/** The copies of the signed-in agent. Copies of another one, and those of a session that has ended, are removed. */
function own(): Copies | null {
  const copies = parsed<Copies>(loadValue(KEYS.offline));
  if (!copies) return null;
  const { agentId, usedAt } = copies;
  if (agentId === loadValue(KEYS.userId) && Date.now() - usedAt < IDLE_MS) return copies;
  removeValues([KEYS.offline]);
  return null;
}

function write(byName: Copies['byName']): void {
  const agentId = loadValue(KEYS.userId);
  if (agentId) saveValue(KEYS.offline, JSON.stringify({ agentId, usedAt: Date.now(), byName } satisfies Copies));
}

/** The calls of pages with amounts. Their last answers can be read without a connection. */
export const offlineApi = {
  overview: () => withOfflineCopy('overview', '', () => read('agent/overview')),
  goal: () => withOfflineCopy('goal', '', () => read('agent/goal')),
  promotions: () => withOfflineCopy('promotions', '', () => read('travel-agency/promotions')),
  payouts: () => withOfflineCopy('payouts', '', () => read('agent/payouts')),
  taxProfile: () => withOfflineCopy('tax-profile', '', () => read('agent/tax-profile')),
  incentives: (body: IncentiveQuery) =>
    withOfflineCopy(body.status === 'Declined' ? 'declined' : 'incentives', JSON.stringify(body), () =>
      call('POST', 'Incentive/list-incentives', { body, ...QUIET, timeoutMs: READ_TIMEOUT_MS }),
    ),
} as const;
