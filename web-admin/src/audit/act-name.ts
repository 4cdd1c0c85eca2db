import { words } from '../format/format.ts';

/** Names of events with unclear type names. */
const NAMES: Readonly<Record<string, string>> = {
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
export const actName = (type: string): string => NAMES[type] ?? words(type);
