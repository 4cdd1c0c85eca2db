import { type Day, endOfDay } from '@fynbos/domain/calendar.ts';
import { parseSearch } from '../audit/plain-search.ts';
import { date } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { hasPast } from '../past/moment.ts';
import { permissionFor } from '../registry.ts';

/** An entry of the palette that is not a record: a page, a date or a search of the audit log. */
export interface Command {
  readonly text: Wording;
  readonly to: string;
}

/** Pages and actions below an area. */
const ACTIONS: readonly Command[] = [
  { text: 'Create a travel agent', to: '/travel-agents/create' },
  { text: 'Create a promotion', to: '/promotions/create' },
  { text: 'Changes without a reason', to: '/audit-log?unexplained=true' },
  { text: 'Compare the programme at two dates', to: '/audit-log/compare' },
  { text: 'Audit packs', to: '/audit-log/packs' },
];

/** Permissions of actions that need more than their page. */
const NEEDED: Readonly<Record<string, string>> = {
  '/travel-agents/create': 'agents:change',
  '/promotions/create': 'promotions:change',
};

/**
 * Returns what a typed text means besides names: actions that contain it, the page at a date (`1 May`), the difference between two
 * dates (`1 May to 7 May`), and a search of the audit log (`bank changes in May`).
 * @param pathname the open page, which a date keeps if it supports past moments
 */
export function commandsFor(
  typed: string,
  permissions: Readonly<Record<string, string>>,
  pathname: string,
  today: Day,
): Command[] {
  const may = ({ to }: Command): boolean => {
    const permission = NEEDED[to] ?? permissionFor(to);
    return !permission || Boolean(permissions[permission]);
  };
  const actions = ACTIONS.filter(({ text }) => String(text).toLowerCase().includes(typed.toLowerCase()));
  if (typed.length < 2) return actions.filter(may);
  const { params, rest } = parseSearch(typed, [], today);
  const { from, to, ...others } = params;
  const isDate = rest === '' && from && to && Object.keys(others).length === 0;
  const page = hasPast(pathname) ? pathname : '/home';
  const dates: Command[] = !isDate
    ? []
    : from === to
      ? [{ text: ['As of %{day}', { day: date(from) }], to: `${page}?asOf=${endOfDay(from).toISOString()}` }]
      : [
          {
            text: ['Compare %{from} with %{to}', { from: date(from), to: date(to) }],
            to: `/audit-log/compare?from=${from}&to=${to}`,
          },
        ];
  const search: Command = {
    text: ['Search the audit log for “%{typed}”', { typed }],
    to: `/audit-log?search=${encodeURIComponent(typed)}`,
  };
  return [...dates, ...actions, search].filter(may);
}
