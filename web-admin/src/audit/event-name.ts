import type { AuditEntry } from '@fynbos/api/audit/answers.ts';
import { words } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';

const REASONS: Readonly<Record<number, string>> = {
  403: 'not allowed for this role',
  404: 'the record does not exist',
  409: 'the record does not allow it',
  412: 'the record was changed by someone else',
  429: 'too many attempts',
};

/** Returns the detail of an audit entry in words. A refused call is named by its area and reason. */
export function detailText({ detail, refused }: Pick<AuditEntry, 'detail' | 'refused'>): Wording | null {
  if (!refused) return detail;
  const { area, status, times } = refused;
  const parts = { area: [words(area)] as const, reason: [REASONS[status] ?? 'the input was not valid'] as const };
  return times > 1 ? ['%{area}: %{reason} (%{times} times)', { ...parts, times }] : ['%{area}: %{reason}', parts];
}

/** Names of events with unclear type names. */
const EVENT_LABELS: Readonly<Record<string, string>> = {
  AdminActed: 'Operations action',
  AdminActionRecorded: 'Operations action',
  AdminAttemptRefused: 'Rejected attempt',
  FileOfNumbersTaken: 'File with full bank and ID numbers downloaded',
  SensitiveDataExported: 'File with full bank and ID numbers downloaded',
  NumbersViewed: 'Full ID and bank numbers viewed',
  SensitiveDataViewed: 'Full ID and bank numbers viewed',
  LogCheckpointed: 'Log checkpoint signed',
  ReconciliationAsked: 'Reconciliation requested',
  EnquiryNoted: 'Note added to enquiry',
  IntegratorKeyMade: 'API key created',
  AgentDetailsChanged: 'Agent details changed',
};

/** Returns the name of an event in the audit log. */
export const eventName = (type: string): string => EVENT_LABELS[type] ?? words(type);
