import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import type { Sender } from './decoration.ts';

/** The company as the sender of a document. */
export const senderOf = ({ EMPLOYER_NAME, HEAD_OFFICE, SUPPORT_EMAIL }: Programme): Sender => ({
  name: EMPLOYER_NAME,
  address: HEAD_OFFICE,
  contact: SUPPORT_EMAIL,
});

export const fullNameOf = ({ details }: Pick<AgentState, 'details'>): string =>
  [details?.firstName, details?.surname].filter(Boolean).join(' ');

/** An agent's name, agency and address, a line each. */
export const recipientOf = ({ details }: Pick<AgentState, 'details'>): string[] => [
  fullNameOf({ details }),
  details?.agencyName ?? '',
  details?.physicalAddressLine1 ?? '',
  details?.physicalAddressLine2 ?? '',
  [details?.physicalAddressLine3, details?.postalCode].filter(Boolean).join(', '),
];
