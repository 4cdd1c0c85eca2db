/** Areas in which the subject is also the address of the record. */
const WITH_RECORDS: ReadonlySet<string> = new Set([
  'admins',
  'approvals',
  'month-closes',
  'payouts',
  'promotions',
  'tax-years',
  'travel-agents',
  'what-ifs',
]);

/** Subjects that exist once in the programme. Their pages have no id in the address. */
const SINGLE: Readonly<Record<string, string>> = {
  'acb-files': '/bank-list?tab=ACB+files',
  'unpaids-layout': '/bank-list?tab=Unpaids',
  'bank-list': '/bank-list',
  'sars-rules': '/tax-years?tab=Missing+details',
  duties: '/controls?tab=Duties',
  'business-days': '/bank-list?tab=Days+without+payments',
  journal: '/ledger',
  'ledger-exports': '/ledger?tab=Your+ledger',
  'payout-limits': '/bank-list?tab=Payout+limits',
  'reward-policy': '/reward-policy',
};

/** Prefix of an administrator who has not been added yet. */
const NOT_YET = 'admins/new-';

/**
 * Returns the address of the subject of a request or a control finding (`travel-agents/7`, `bank-list/1`). Null for a
 * subject without a page, such as an administrator who has not been added yet.
 */
export function subjectLink(subject: string): string | null {
  const [area = '', id] = subject.split('/');
  if (subject.startsWith(NOT_YET)) return null;
  return SINGLE[area] ?? (WITH_RECORDS.has(area) && id ? `/${subject}` : null);
}
