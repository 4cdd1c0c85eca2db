/** Areas where a subject's address is the record's own. */
const WITH_RECORDS: ReadonlySet<string> = new Set([
  'admins',
  'approvals',
  'payouts',
  'promotions',
  'tax-years',
  'travel-agents',
  'what-ifs',
]);

/** What there is once in the programme: one page, without an id in its address. */
const SINGLE: Readonly<Record<string, string>> = {
  'bank-list': '/bank-list',
  'business-days': '/bank-list?tab=Days+without+payments',
  journal: '/ledger',
  'reward-policy': '/reward-policy',
};

/** How an administrator is named who is yet to be added. */
const NOT_YET = 'admins/new-';

/**
 * Where the dashboard shows what a request or a finding of the controls is about (`travel-agents/7`, `bank-list/1`), or
 * null for what has no page, as somebody who is yet to be added.
 */
export function subjectLink(subject: string): string | null {
  const [area = '', id] = subject.split('/');
  if (subject.startsWith(NOT_YET)) return null;
  return SINGLE[area] ?? (WITH_RECORDS.has(area) && id ? `/${subject}` : null);
}
