import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { type Day, endOfDay } from '@fynbos/domain/calendar.ts';
import { parseSearch } from '../audit/plain-search.ts';
import { date } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { hasPast } from '../past/moment.ts';
import type { Hit } from '../record/search-records.ts';
import type { May } from '../record/use-may.ts';
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
const NEEDED: Readonly<Record<string, Permission>> = {
  '/travel-agents/create': 'agents:change',
  '/promotions/create': 'promotions:change',
};

/** Tabs of a record, by the word after its name: `FYNBOS8 history`. */
const TAB = /^(.*\S)\s+(history|timeline)$/i;
/** An action on a record, by the word before its name: `suspend Cele`. */
const ACTION = /^(\S+)\s+(\S.*)$/;

/** Actions on records. The page of the record opens the dialog of the button with this label. */
const ON_RECORDS: readonly (readonly [
  word: string,
  resource: string,
  label: string,
  permission: Permission,
  /** Status in which the record has the action; by default in each. */
  status?: string,
])[] = [
  ['edit', 'travel-agents', 'Edit', 'agents:change'],
  ['bank', 'travel-agents', 'Change bank details', 'agents:change-bank-or-contact'],
  ['suspend', 'travel-agents', 'Suspend', 'agents:suspend', 'active'],
  ['reinstate', 'travel-agents', 'Reinstate', 'agents:suspend', 'suspended'],
  ['hold', 'travel-agents', 'Hold payments', 'holds:release'],
  ['edit', 'promotions', 'Edit', 'promotions:change'],
  ['plan', 'promotions', 'Plan a change', 'promotions:change'],
  ['edit', 'challenges', 'Change', 'promotions:change'],
  ['roles', 'admins', 'Change roles', 'admins:change'],
];

/** Address that opens the dialog of an action. Holds are placed on a page of their own. */
function actionAt(label: string, to: string): string {
  const action = new URLSearchParams({ action: label });
  if (label !== 'Hold payments') return `${to}?${action}`;
  action.set('about', to.slice(to.lastIndexOf('/') + 1));
  return `/holds?${action}`;
}

/**
 * Returns the name to search for, and what a found record offers: itself, one of its tabs (`FYNBOS8 history`) or an
 * action on it (`suspend Cele`). The hint names the tab or the action.
 */
export function targetOf(typed: string, may: May): { readonly name: string; offers(hit: Hit): Hit } {
  const [, tabbed, tab] = TAB.exec(typed) ?? [];
  if (tabbed && tab) {
    const hint = tab.charAt(0).toUpperCase() + tab.slice(1).toLowerCase();
    return { name: tabbed, offers: (hit) => ({ ...hit, hint, to: `${hit.to}?tab=${hint}` }) };
  }
  const [, word, named] = ACTION.exec(typed) ?? [];
  const actions = ON_RECORDS.filter(([each, , , permission]) => each === word?.toLowerCase() && may(permission));
  if (!named || actions.length === 0) return { name: typed, offers: (hit) => hit };
  return {
    name: named,
    offers(hit) {
      const [, , label] =
        actions.find(
          ([, resource, , , status = hit.status]) => hit.to.startsWith(`/${resource}/`) && status === hit.status,
        ) ?? [];
      return label ? { ...hit, hint: label, to: actionAt(label, hit.to) } : hit;
    },
  };
}

/**
 * Returns what a typed text means besides names: actions that contain it, the page at a date (`1 May`), the difference between two
 * dates (`1 May to 7 May`), and a search of the audit log (`bank changes in May`).
 * @param pathname the open page, which a date keeps if it supports past moments
 */
export function commandsFor(typed: string, may: May, pathname: string, today: Day): Command[] {
  const mayOpen = ({ to }: Command): boolean => may(NEEDED[to] ?? permissionFor(to));
  const actions = ACTIONS.filter(({ text }) => String(text).toLowerCase().includes(typed.toLowerCase()));
  if (typed.length < 2) return actions.filter(mayOpen);
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
  return [...dates, ...actions, search].filter(mayOpen);
}
