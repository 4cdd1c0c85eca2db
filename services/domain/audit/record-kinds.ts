interface RecordKind {
  /** The name of its streams before the id, or of the only one. A simulation and the journal have none to show. */
  readonly stream: string | null;
  /** Its address in the dashboard, where this is not `/{resource}/{id}`; null without a page. */
  readonly page?: string | null;
}

export const RECORD_KINDS = {
  'travel-agents': { stream: 'agent-' },
  promotions: { stream: 'promotion-' },
  challenges: { stream: 'challenge-' },
  payouts: { stream: 'payout-run-' },
  'contact-support': { stream: 'enquiry-' },
  referrals: { stream: 'referral-', page: null },
  integrators: { stream: 'integrator-' },
  admins: { stream: 'admin-' },
  rewards: { stream: 'rental-' },
  accounts: { stream: 'rewards-account-', page: null },
  approvals: { stream: 'approval-' },
  'month-closes': { stream: 'month-close-' },
  'tax-years': { stream: 'tax-year-' },
  'what-ifs': { stream: null },
  journal: { stream: null, page: '/ledger' },
  'reward-policy': { stream: 'reward-policy', page: '/reward-policy' },
  'acb-files': { stream: 'acb-files', page: '/bank-list?tab=acb-files' },
  'unpaids-layout': { stream: 'unpaids-layout', page: '/bank-list?tab=unpaids' },
  'bank-list': { stream: 'bank-list', page: '/bank-list' },
  'sars-rules': { stream: 'sars-rules', page: '/tax-years?tab=missing-details' },
  duties: { stream: 'duties', page: '/controls?tab=duties' },
  'business-days': { stream: 'business-days', page: '/bank-list?tab=days-without-payments' },
  'ledger-exports': { stream: 'ledger-export', page: '/ledger?tab=your-ledger' },
  'payout-limits': { stream: 'payout-limits', page: '/bank-list?tab=payout-limits' },
} as const satisfies Readonly<Record<string, RecordKind>>;
export type RecordResource = keyof typeof RECORD_KINDS;

const isResource = (resource: string): resource is RecordResource => Object.hasOwn(RECORD_KINDS, resource);

/** A record by resource and id. A record that exists once has the id 1. */
interface RecordId {
  readonly resource: RecordResource;
  readonly id: string;
}

/** Parses `travel-agents/7`; null for an unknown kind. */
export function parseRecord(record: string): RecordId | null {
  const [resource = '', ...id] = record.split('/');
  return isResource(resource) ? { resource, id: id.join('/') } : null;
}

/** What the audit log calls a kind of record: the name of its streams without the id. */
export const kindOf = (resource: RecordResource): string =>
  RECORD_KINDS[resource].stream?.replace(/-$/, '') ?? resource;

export function streamOfRecord({ resource, id }: RecordId): string | null {
  const { stream } = RECORD_KINDS[resource];
  return stream?.endsWith('-') ? `${stream}${id}` : stream;
}

/** The kind of record of a stream; undefined for any other stream. */
export const resourceOfStream = (streamId: string): RecordResource | undefined =>
  Object.keys(RECORD_KINDS)
    .filter(isResource)
    .find((resource) => {
      const { stream } = RECORD_KINDS[resource];
      return stream?.endsWith('-') ? streamId.startsWith(stream) : streamId === stream;
    });

/** The record of a stream; null for any other stream. An account belongs to its agent. */
export function recordOfStream(streamId: string): RecordId | null {
  const resource = resourceOfStream(streamId);
  if (!resource) return null;
  const id = streamId.slice(RECORD_KINDS[resource].stream?.length) || '1';
  return { resource: resource === 'accounts' ? 'travel-agents' : resource, id };
}

/** Null for an unknown record or one without a page, such as an administrator who has not been added yet. */
export function pageOfRecord(record: string): string | null {
  const found = parseRecord(record);
  if (!found || record.startsWith('admins/new-')) return null;
  const { resource, id } = found;
  const { page }: RecordKind = RECORD_KINDS[resource];
  if (page !== undefined) return page;
  return id === '' ? null : `/${resource}/${encodeURIComponent(id)}`;
}
