import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { useIsFetching } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { json } from '../api/http.ts';
import { type May, useMay } from '../api/use-may.ts';
import { personName } from './person-links.tsx';
import { useAnswer } from './use-read.tsx';

export interface SearchHit {
  readonly group: string;
  readonly text: string;
  readonly hint: string;
  /** Address of its page. */
  readonly to: string;
  readonly status?: string | undefined;
}

type Row = Readonly<Record<string, string>>;

/** Sources of the search: the resource, its permission, its filter and the name of a row. */
const SOURCES: readonly {
  readonly resource: string;
  readonly permission: Permission;
  readonly group: string;
  readonly filter?: string;
  name(row: Row): readonly [text: string | undefined, hint: string | undefined];
}[] = [
  {
    resource: 'travel-agents',
    permission: 'agents:see',
    group: 'Travel agents',
    name: (row) => [personName(row), row.agencyName],
  },
  {
    resource: 'rewards',
    permission: 'reports:see',
    group: 'Reservations',
    name: ({ reservationNo, status }) => [reservationNo, status],
  },
  {
    resource: 'promotions',
    permission: 'promotions:see',
    group: 'Promotions',
    name: ({ promoCode, description }) => [promoCode, description],
  },
  { resource: 'challenges', permission: 'promotions:see', group: 'Challenges', name: ({ title }) => [title, ''] },
  {
    resource: 'payouts',
    permission: 'reports:see',
    group: 'Payouts',
    filter: 'reference',
    name: ({ reference, status }) => [reference, status],
  },
  {
    resource: 'integrators',
    permission: 'integrators:change',
    group: 'Integrators',
    name: ({ name, status }) => [name, status],
  },
  {
    resource: 'admins',
    permission: 'audit-log:see',
    group: 'Administrators',
    name: ({ name, email }) => [name, email],
  },
];

/** The display name of a record of a resource; null for a resource that the search does not cover. */
export const nameInSearch = (resource: string, row: object): string | null =>
  SOURCES.find((source) => source.resource === resource)?.name(row as Row)[0] ?? null;

/** Searches all permitted sources. A source that fails returns no rows. */
async function search(q: string, may: May, signal?: AbortSignal): Promise<SearchHit[]> {
  const found = SOURCES.filter(({ permission }) => may(permission)).map(
    async ({ resource, group, filter = 'q', name }) => {
      const query = new URLSearchParams({ filter: JSON.stringify({ [filter]: q }), range: '[0,4]' });
      const rows = await json(`/api/admin/${resource}?${query}`, { signal }).then(
        (reply) => reply.json as Row[],
        () => [],
      );
      return rows.map((row) => {
        const [text = '', hint = ''] = name(row);
        return { group, text, hint, to: `/${resource}/${row.id}`, status: row.status };
      });
    },
  );
  return (await Promise.all(found)).flat();
}

/** The record that a text names, such as `travel-agents/7`: the one of exactly that name, or else the first found. */
export async function recordNamed(name: string, may: May): Promise<string | null> {
  const hits = await search(name, may);
  const hit = hits.find(({ text }) => text.toLowerCase() === name.toLowerCase()) ?? hits[0];
  return hit?.to.slice(1) ?? null;
}

/** Finds records by name, from a typed text of at least two letters. */
export function useRecordSearch(typed: string): {
  readonly q: string;
  readonly hits: SearchHit[];
  readonly isFetching: boolean;
} {
  const may = useMay();
  const q = useDeferredValue(typed.trim());
  const isSearch = q.length > 1;
  const read = isSearch ? (signal: AbortSignal) => search(q, may, signal) : null;
  const key = ['palette', q];
  const { data = [] } = useAnswer(key, read, { keepsPrevious: true });
  return { q, hits: isSearch ? data : [], isFetching: useIsFetching({ queryKey: key }) > 0 };
}
