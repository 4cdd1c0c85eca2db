import type { FeedPage } from '@fynbos/api/audit/answers.ts';

import type { FeedParams } from './plain-search.ts';

export type FeedActor = FeedEvent['actor'];

export type FeedEvent = FeedEntry['others'][number];

/** An action: its main event, the other events of the same call, and its approval. */
export type FeedEntry = FeedPage['entries'][number];

const QUERY_KEYS = [
  'from',
  'to',
  'actorKind',
  'actorId',
  'aggregate',
  'types',
  'outcome',
  'record',
  'reason',
  'automatic',
  'unexplained',
] as const;

/** Reads the filters of the feed from an address. */
export const feedParamsOf = (search: URLSearchParams): FeedParams =>
  Object.fromEntries(QUERY_KEYS.flatMap((key) => (search.get(key) ? [[key, search.get(key)]] : []))) as FeedParams;

/** The query of the feed's calls. `until` is the past moment of the page, or null. */
export const feedQuery = (params: FeedParams, until: string | null) => ({ ...params, until: until ?? undefined });
