import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { type Day, endOfDay } from '@fynbos/domain/calendar.ts';
import type { May } from '../api/use-may.ts';
import { supportsAsOf } from '../as-of/moment.ts';
import { parseSearch } from '../audit/plain-search.ts';
import type { SearchHit } from '../components/search-records.ts';
import { date, words } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { permissionFor } from '../registry.ts';

export interface Command {
  readonly text: Wording;
  readonly to: string;
}

const ACTIONS: readonly Command[] = [
  { text: 'Create a travel agent', to: '/travel-agents/create' },
  { text: 'Create a promotion', to: '/promotions/create' },
  { text: 'Changes without a reason', to: '/audit-log?unexplained=true' },
  { text: 'Compare the programme at two dates', to: '/audit-log/compare' },
  { text: 'Audit packs', to: '/audit-log/packs' },
];

/** Permissions of actions that need more than their page. */
const PERMISSION_NEEDED: Readonly<Record<string, Permission>> = {
  '/travel-agents/create': 'agents:change',
  '/promotions/create': 'promotions:change',
};

/** Tabs of a record, by the word after its name: `FYNBOS8 history`. */
const TAB_QUERY = /^(.*\S)\s+(history|timeline)$/i;
/** An action on a record, by the word before its name: `suspend Cele`. */
const ACTION_QUERY = /^(\S+)\s+(\S.*)$/;

interface RecordAction {
  /** The word before the name, which is also the `name` of the button that opens the dialog. */
  readonly name: string;
  readonly resource: string;
  readonly label: string;
  readonly permission: Permission;
  /** Status in which the record has the action; by default in each. */
  readonly status?: string;
  /** Page with the button, which takes the record's id. Default: the page of the record. */
  readonly page?: string;
}

const RECORD_ACTIONS: readonly RecordAction[] = [
  { name: 'edit', resource: 'travel-agents', label: 'Edit', permission: 'agents:change' },
  {
    name: 'bank',
    resource: 'travel-agents',
    label: 'Change bank details',
    permission: 'agents:change-bank-or-contact',
  },
  { name: 'suspend', resource: 'travel-agents', label: 'Suspend', permission: 'agents:suspend', status: 'active' },
  {
    name: 'reinstate',
    resource: 'travel-agents',
    label: 'Reinstate',
    permission: 'agents:suspend',
    status: 'suspended',
  },
  { name: 'hold', resource: 'travel-agents', label: 'Hold payments', permission: 'holds:release', page: '/holds' },
  { name: 'edit', resource: 'promotions', label: 'Edit', permission: 'promotions:change' },
  { name: 'plan', resource: 'promotions', label: 'Plan a change', permission: 'promotions:change' },
  { name: 'edit', resource: 'challenges', label: 'Edit', permission: 'promotions:change' },
  { name: 'roles', resource: 'admins', label: 'Change roles', permission: 'admins:change' },
];

/** Address that opens the dialog of an action on a record. */
const actionAt = ({ name, page }: RecordAction, to: string): string =>
  page ? `${page}?action=${name}&about=${to.slice(to.lastIndexOf('/') + 1)}` : `${to}?action=${name}`;

/**
 * The name to search for, and what a found record offers: itself, a tab (`FYNBOS8 history`) or an action on it
 * (`suspend Cele`), which the hint names.
 */
export function targetOf(typed: string, may: May): { readonly name: string; offers(hit: SearchHit): SearchHit } {
  const [, tabbed, tab] = TAB_QUERY.exec(typed) ?? [];
  if (tabbed && tab) {
    const to = tab.toLowerCase();
    return { name: tabbed, offers: (hit) => ({ ...hit, hint: words(to), to: `${hit.to}?tab=${to}` }) };
  }
  const [, word, named] = ACTION_QUERY.exec(typed) ?? [];
  const actions = RECORD_ACTIONS.filter((each) => each.name === word?.toLowerCase() && may(each.permission));
  if (!named || actions.length === 0) return { name: typed, offers: (hit) => hit };
  return {
    name: named,
    offers(hit) {
      const action = actions.find(
        ({ resource, status = hit.status }) => hit.to.startsWith(`/${resource}/`) && status === hit.status,
      );
      return action ? { ...hit, hint: action.label, to: actionAt(action, hit.to) } : hit;
    },
  };
}

/**
 * Besides names: actions that contain the text, the page at a date (`1 May`), the difference between two dates, and a
 * search of the audit log (`bank changes in May`). `pathname`: the open page, which a date keeps if it supports past
 * moments.
 */
export function commandsFor(typed: string, may: May, pathname: string, today: Day): Command[] {
  const mayOpen = ({ to }: Command): boolean => may(PERMISSION_NEEDED[to] ?? permissionFor(to));
  const actions = ACTIONS.filter(({ text }) => String(text).toLowerCase().includes(typed.toLowerCase()));
  if (typed.length < 2) return actions.filter(mayOpen);
  const { params, rest } = parseSearch(typed, [], today);
  const { from, to, ...others } = params;
  const isDate = rest === '' && from && to && Object.keys(others).length === 0;
  const page = supportsAsOf(pathname) ? pathname : '/home';
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
  return [...dates, ...actions, search].filter(mayOpen);
}
